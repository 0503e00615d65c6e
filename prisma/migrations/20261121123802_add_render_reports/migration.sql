-- CreateEnum
CREATE TYPE "report_state" AS ENUM ('open', 'in_review', 'resolved');

-- CreateEnum
CREATE TYPE "report_category" AS ENUM ('bot-detection', 'login-required', 'missing-content', 'cookie-banner-or-popup', 'render-failed', 'other');

-- CreateTable
CREATE TABLE "render_reports" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "render_id" UUID NOT NULL,
    "category" "report_category" NOT NULL,
    "comment" TEXT NOT NULL,
    "rects" JSONB NOT NULL,
    "state" "report_state" NOT NULL DEFAULT 'open',
    "output_url" TEXT,
    "output_format" TEXT,
    "replies" JSONB[],
    "resolution_message" TEXT,
    "resolution_example_options" JSONB,
    "resolution_example_url" TEXT,
    "is_resolution_seen" BOOLEAN NOT NULL DEFAULT true,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "render_reports_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "render_reports_organisation_id_created_at_idx" ON "render_reports"("organisation_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "render_reports_organisation_id_render_id_key" ON "render_reports"("organisation_id", "render_id");
