"""Conditions of rules on the arguments of a call.

Every test is three-valued: True is certainly, False certainly not, and None not certain. An allow rule needs True. A
rule that denies or asks takes None, too. So one test serves both, and what cannot be evaluated never lets a call run.
"""
