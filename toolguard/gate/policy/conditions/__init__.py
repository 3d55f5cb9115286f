"""Conditions of rules on the arguments of a call.

Tests are three-valued: True is certain, False is certain, None is uncertain. An allow rule needs True; a rule that
denies or asks also takes None. What cannot be evaluated therefore never lets a call run.
"""
