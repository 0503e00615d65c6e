import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { startTlsProxy, trustTestCertificate } from '@render/testkit'
import { applyMigrations } from '../src/database/apply-migrations.ts'
import { openDatabase } from '../src/database/database.ts'
import { MIGRATIONS_DIRECTORY } from '../src/database/migration-files.ts'
import { startBacking, type Backing } from './start-backing.ts'

let backing: Backing
let url: string
const parts = new AsyncDisposableStack()

beforeAll(async () => {
  backing = parts.use(await startBacking())
  const { port } = parts.use(await startTlsProxy(backing.postgres.url, { isPostgres: true }))
  const secure = new URL(backing.postgres.url)
  Object.assign(secure, { host: `localhost:${port}`, search: '?sslmode=verify-full' })
  url = secure.href
})

afterAll(() => parts.disposeAsync())

test('sslmode=verify-full connects with TLS to a server that is trusted', async () => {
  using _trust = trustTestCertificate()
  await using database = openDatabase(url)
  expect([await database.isUp(), await database.client.project.count()]).toEqual([true, 1])
  expect(await applyMigrations(url, MIGRATIONS_DIRECTORY)).toEqual([])
})

test('sslmode=verify-full refuses a server that is not trusted, and one without TLS', async () => {
  await using untrusted = openDatabase(url)
  expect(await untrusted.isUp()).toBe(false)
  await using plain = openDatabase(`${backing.postgres.url}?sslmode=verify-full`)
  expect(await plain.isUp()).toBe(false)
})
