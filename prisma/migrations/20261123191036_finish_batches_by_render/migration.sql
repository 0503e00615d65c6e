-- AlterTable
ALTER TABLE "batches" ADD COLUMN     "finished_by" UUID;
