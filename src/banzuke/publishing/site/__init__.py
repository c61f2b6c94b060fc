"""The pages of a site: what each says, as a document, a table and a sheet of paper."""
