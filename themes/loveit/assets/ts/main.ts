// The page's script: one feature per file, each with a setup() that returns at once when its element is missing.
