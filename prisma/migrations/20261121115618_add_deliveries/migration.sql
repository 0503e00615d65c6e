-- CreateEnum
CREATE TYPE "delivery_state" AS ENUM ('pending', 'delivered', 'gone', 'exhausted', 'lost');

-- CreateTable
CREATE TABLE "deliveries" (
    "id" UUID NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "project_id" TEXT NOT NULL,
    "request_id" TEXT NOT NULL,
    "state" "delivery_state" NOT NULL,
    "event" TEXT,
    "body" TEXT,
    "sealed_url" TEXT NOT NULL,
    "origin" TEXT,
    "replays" INTEGER NOT NULL,
    "attempts_made" INTEGER NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "deliveries_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "delivery_attempts" (
    "id" UUID NOT NULL,
    "delivery_id" UUID NOT NULL,
    "started_at" TIMESTAMPTZ(3) NOT NULL,
    "duration_ms" INTEGER NOT NULL,
    "status" INTEGER,
    "failure" TEXT,
    "answer" TEXT,

    CONSTRAINT "delivery_attempts_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "deliveries_project_id_created_at_idx" ON "deliveries"("project_id", "created_at");

-- CreateIndex
CREATE INDEX "deliveries_project_id_state_created_at_idx" ON "deliveries"("project_id", "state", "created_at");

-- CreateIndex
CREATE INDEX "delivery_attempts_delivery_id_started_at_idx" ON "delivery_attempts"("delivery_id", "started_at");

-- AddForeignKey
ALTER TABLE "delivery_attempts" ADD CONSTRAINT "delivery_attempts_delivery_id_fkey" FOREIGN KEY ("delivery_id") REFERENCES "deliveries"("id") ON DELETE CASCADE ON UPDATE CASCADE;
