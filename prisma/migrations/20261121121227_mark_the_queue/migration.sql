-- CreateTable
CREATE TABLE "queue_mark" (
    "only" BOOLEAN NOT NULL DEFAULT true,
    "mark" TEXT NOT NULL,

    CONSTRAINT "queue_mark_pkey" PRIMARY KEY ("only")
);
