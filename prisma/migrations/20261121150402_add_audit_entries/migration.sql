-- CreateEnum
CREATE TYPE "actor_kind" AS ENUM ('user', 'management_key', 'operator');

-- CreateTable
CREATE TABLE "audit_entries" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT,
    "actor_kind" "actor_kind" NOT NULL,
    "actor_id" TEXT,
    "action" TEXT NOT NULL,
    "subject_id" TEXT,
    "request_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "audit_entries_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "audit_entries_organisation_id_created_at_idx" ON "audit_entries"("organisation_id", "created_at");

-- CreateIndex
CREATE INDEX "audit_entries_created_at_idx" ON "audit_entries"("created_at");

-- CreateIndex
CREATE INDEX "renders_created_at_idx" ON "renders"("created_at");

-- CreateIndex
CREATE INDEX "batches_created_at_idx" ON "batches"("created_at");

-- CreateIndex
CREATE INDEX "deliveries_created_at_idx" ON "deliveries"("created_at");

-- CreateIndex
CREATE INDEX "render_reports_created_at_idx" ON "render_reports"("created_at");
