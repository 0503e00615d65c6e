import { query } from '@render/testkit'
import { randomUUID } from 'node:crypto'
import type { SeededAccount } from '../seed-account.ts'

/** The variable that names the databases to copy to the processes of tests. */
export const TEMPLATES = 'RENDER_TEST_TEMPLATES'

export interface Templates {
  /** The URL of a migrated and empty database. */
  empty: string
  /** The URL of one with an account. */
  seeded: string
  account: SeededAccount
}

const templates = () => JSON.parse(process.env[TEMPLATES]!) as Templates

/** Makes a database for one test file, migrated and empty; disposing drops it. */
export function borrowDatabase() {
  return copyOf(templates().empty)
}

/** Makes a database for one test file, with an account; disposing drops it. */
export async function borrowSeededDatabase() {
  const { seeded, account } = templates()
  return { account, ...(await copyOf(seeded)) }
}

/** Makes a database without tables; disposing drops it. */
export function borrowBlankDatabase() {
  return copyOf(Object.assign(new URL(templates().empty), { pathname: '/template1' }).href)
}

/** Makes a copy of a database that nobody is connected to. */
export async function copyOf(template: string): Promise<{ url: string } & AsyncDisposable> {
  const at = (name: string) => Object.assign(new URL(template), { pathname: `/${name}` }).href
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ask = (text: string) => query(at('postgres'), text)
  await ask(`create database ${name} template ${new URL(template).pathname.slice(1)}`)
  return {
    url: at(name),
    [Symbol.asyncDispose]: async () => void (await ask(`drop database ${name} with (force)`)),
  }
}
