// Migrates and seeds the database, in one process: the start of a process costs as much as the migration of a database that
// is up to date.
await import('./migrate.ts')
await import('./seed.ts')
