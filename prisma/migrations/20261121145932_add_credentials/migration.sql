-- CreateEnum
CREATE TYPE "credential_kind" AS ENUM ('storage', 'llm');

-- DropIndex
DROP INDEX "proxy_pools_organisation_id_idx";

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "llm_credential_id" TEXT,
ADD COLUMN     "sealed_defaults" TEXT,
ADD COLUMN     "storage_credential_id" TEXT;

-- AlterTable
ALTER TABLE "proxies" ADD COLUMN     "position" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "shown" TEXT NOT NULL DEFAULT '…';

-- CreateTable
CREATE TABLE "credentials" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "kind" "credential_kind" NOT NULL,
    "name" TEXT NOT NULL,
    "provider" TEXT NOT NULL,
    "settings" JSONB NOT NULL,
    "hints" JSONB NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "credentials_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "credentials_organisation_id_kind_name_key" ON "credentials"("organisation_id", "kind", "name");

-- CreateIndex
CREATE INDEX "projects_storage_credential_id_idx" ON "projects"("storage_credential_id");

-- CreateIndex
CREATE INDEX "projects_llm_credential_id_idx" ON "projects"("llm_credential_id");

-- CreateIndex
CREATE UNIQUE INDEX "proxy_pools_organisation_id_name_key" ON "proxy_pools"("organisation_id", "name");

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_storage_credential_id_fkey" FOREIGN KEY ("storage_credential_id") REFERENCES "credentials"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_llm_credential_id_fkey" FOREIGN KEY ("llm_credential_id") REFERENCES "credentials"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
