-- A secret key verifies the tokens of links from the moment on in which it is sealed.
CREATE TRIGGER log_account_change_by_sealing AFTER UPDATE OF sealed ON project_keys
  FOR EACH ROW WHEN (OLD.sealed IS NULL) EXECUTE FUNCTION log_account_change('organisation_id');
