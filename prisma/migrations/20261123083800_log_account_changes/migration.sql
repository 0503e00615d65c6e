-- CreateTable
CREATE TABLE "account_changes" (
    "id" BIGSERIAL NOT NULL,
    "organisation_id" TEXT,
    "transaction" BIGINT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "account_changes_transaction_idx" ON "account_changes"("transaction");

-- CreateIndex
CREATE INDEX "account_changes_created_at_idx" ON "account_changes"("created_at");

-- Logs the organisation of a changed row; the argument names the column with its id, and is empty for all organisations.
CREATE FUNCTION log_account_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  changed jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  INSERT INTO account_changes (organisation_id, transaction)
  VALUES (changed ->> TG_ARGV[0], pg_current_xact_id()::text::bigint);
  RETURN NULL;
END $$;

-- Logs all organisations of a changed user.
CREATE FUNCTION log_account_change_of_user() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO account_changes (organisation_id, transaction)
  SELECT organisation_id, pg_current_xact_id()::text::bigint FROM members WHERE user_id = NEW.id;
  RETURN NULL;
END $$;

CREATE TRIGGER log_account_change AFTER UPDATE OF plan_id, blocked, active_until, created_at ON organisations
  FOR EACH ROW EXECUTE FUNCTION log_account_change('id');
CREATE TRIGGER log_account_change_by_deletion AFTER DELETE ON organisations
  FOR EACH ROW EXECUTE FUNCTION log_account_change('id');
CREATE TRIGGER log_account_change AFTER UPDATE OF hash, revoked_at, project_id, kind ON project_keys
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change_by_deletion AFTER DELETE ON project_keys
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change AFTER UPDATE OR DELETE ON projects
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change AFTER INSERT OR UPDATE OR DELETE ON proxies
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change AFTER INSERT OR UPDATE OR DELETE ON credentials
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change AFTER INSERT OR DELETE ON members
  FOR EACH ROW EXECUTE FUNCTION log_account_change('organisation_id');
CREATE TRIGGER log_account_change AFTER UPDATE OF email_verified ON users
  FOR EACH ROW EXECUTE FUNCTION log_account_change_of_user();
CREATE TRIGGER log_account_change AFTER UPDATE ON plans
  FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION log_account_change('');
CREATE TRIGGER log_account_change_by_deletion AFTER DELETE ON plans
  FOR EACH ROW EXECUTE FUNCTION log_account_change('');
