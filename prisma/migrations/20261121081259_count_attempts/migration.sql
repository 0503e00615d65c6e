-- AlterTable
ALTER TABLE "renders" ADD COLUMN     "attempts" INTEGER;
