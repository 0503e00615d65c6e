-- For the filter `format` of the list of renders. Prisma's schema has no indexes of expressions.
CREATE INDEX CONCURRENTLY "renders_organisation_id_format_created_at_idx" ON "renders"("organisation_id", ("options" #> ARRAY['format']), "created_at");
