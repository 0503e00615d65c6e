-- AlterTable
ALTER TABLE "projects" ADD COLUMN     "proxy_pool_id" TEXT;

-- CreateTable
CREATE TABLE "proxy_pools" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proxy_pools_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "proxies" (
    "id" TEXT NOT NULL,
    "organisation_id" TEXT NOT NULL,
    "pool_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "proxies_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "proxy_pools_organisation_id_idx" ON "proxy_pools"("organisation_id");

-- CreateIndex
CREATE INDEX "proxies_pool_id_idx" ON "proxies"("pool_id");

-- CreateIndex
CREATE INDEX "projects_proxy_pool_id_idx" ON "projects"("proxy_pool_id");

-- AddForeignKey
ALTER TABLE "projects" ADD CONSTRAINT "projects_proxy_pool_id_fkey" FOREIGN KEY ("proxy_pool_id") REFERENCES "proxy_pools"("id") ON DELETE SET NULL ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proxy_pools" ADD CONSTRAINT "proxy_pools_organisation_id_fkey" FOREIGN KEY ("organisation_id") REFERENCES "organisations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "proxies" ADD CONSTRAINT "proxies_pool_id_fkey" FOREIGN KEY ("pool_id") REFERENCES "proxy_pools"("id") ON DELETE CASCADE ON UPDATE CASCADE;
