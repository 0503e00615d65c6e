-- AlterTable
ALTER TABLE "project_keys" ADD COLUMN     "last_used_at" TIMESTAMPTZ(3);
