-- For the filter `project` of the list of renders.
CREATE INDEX CONCURRENTLY "renders_organisation_id_project_id_created_at_idx" ON "renders"("organisation_id", "project_id", "created_at");
