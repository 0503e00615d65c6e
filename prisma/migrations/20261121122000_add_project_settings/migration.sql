-- CreateEnum
CREATE TYPE "engine_version" AS ENUM ('stable', 'latest', 'lts', 'experimental');

-- AlterTable
ALTER TABLE "organisations" ADD COLUMN     "blocked" JSONB;

-- AlterTable
ALTER TABLE "plans" ADD COLUMN     "features" TEXT[],
ADD COLUMN     "max_members" INTEGER NOT NULL DEFAULT 10;

-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "engine_version" "engine_version",
ADD COLUMN     "tokenless" BOOLEAN NOT NULL DEFAULT false;
