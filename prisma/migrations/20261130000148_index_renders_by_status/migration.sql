-- For the filter `status` of the list of renders.
CREATE INDEX CONCURRENTLY "renders_organisation_id_status_created_at_idx" ON "renders"("organisation_id", "status", "created_at");
