-- AlterTable
ALTER TABLE "plans" ALTER COLUMN "max_outstanding" DROP NOT NULL;
