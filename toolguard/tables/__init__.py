"""Tables of everything that ToolGuard has several of, one row each. Schemas, forms, options and lists are made from
them.
"""
