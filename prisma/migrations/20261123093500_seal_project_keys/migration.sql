-- AlterTable
ALTER TABLE "project_keys" ADD COLUMN     "sealed" TEXT;
