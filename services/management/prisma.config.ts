import { defineConfig } from 'prisma/config'

// Read by Prisma's own commands only. DATABASE_URL is for those that look at a database, such as `prisma migrate deploy`.
const url = process.env.DATABASE_URL

export default defineConfig({
  schema: '../../prisma/schema.prisma',
  migrations: { path: '../../prisma/migrations' },
  ...(url && { datasource: { url } }),
})
