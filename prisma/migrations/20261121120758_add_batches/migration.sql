-- AlterTable
ALTER TABLE "renders" ADD COLUMN     "batch_id" UUID,
ADD COLUMN     "batch_index" INTEGER;

-- CreateTable
CREATE TABLE "batches" (
    "id" UUID NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "size" INTEGER NOT NULL,
    "pending" INTEGER NOT NULL,
    "finished_at" TIMESTAMPTZ(3),

    CONSTRAINT "batches_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "renders_batch_id_batch_index_idx" ON "renders"("batch_id", "batch_index");
