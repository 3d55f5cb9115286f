"""Lists and tables: their models, how they are drawn, how columns fit, how a person searches and sorts them."""
