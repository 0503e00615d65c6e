-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "trial" BOOLEAN NOT NULL DEFAULT false,
ALTER COLUMN "features" SET DEFAULT ARRAY['*']::TEXT[];

-- Features were told and not asked for until now: plans that name none keep what they had.
UPDATE "plans" SET "features" = ARRAY['*'] WHERE coalesce(cardinality("features"), 0) = 0;
