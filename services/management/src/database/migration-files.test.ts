import { describe, expect, test } from '@jest/globals'
import { readFileSync } from 'node:fs'
import { MIGRATIONS_DIRECTORY, readMigrations, SCHEMA_FILE, SNAPSHOT_FILE } from './migration-files.ts'

describe('the migrations in the repository', () => {
  test('lead to the current schema: after changing it, run `make-migration`', () => {
    expect(readFileSync(SNAPSHOT_FILE, 'utf8')).toBe(readFileSync(SCHEMA_FILE, 'utf8'))
  })

  test('are named by time and purpose and are not empty', () => {
    const migrations = readMigrations(MIGRATIONS_DIRECTORY)
    expect(migrations.length).toBeGreaterThan(0)
    for (const { name, sql } of migrations) {
      expect(name).toMatch(/^\d{14}_[a-z0-9_]+$/)
      expect(sql.trim()).not.toBe('')
    }
  })
})
