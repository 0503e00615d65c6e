-- For the filter `tag` of the list of renders. Prisma's schema has no indexes of expressions.
CREATE INDEX CONCURRENTLY "renders_tag_idx" ON "renders" USING gin (("options" #> ARRAY['tag']) jsonb_path_ops);
