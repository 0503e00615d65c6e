import { query } from '@render/testkit'
import { randomUUID } from 'node:crypto'

/** The variable that names the database to copy to the processes of tests. */
export const TEMPLATE_URL = 'RENDER_TEST_TEMPLATE_URL'

/** Makes a database for one test file, migrated and empty; disposing drops it. */
export async function borrowDatabase(): Promise<{ url: string } & AsyncDisposable> {
  const template = new URL(process.env[TEMPLATE_URL]!)
  const at = (name: string) => Object.assign(new URL(template), { pathname: `/${name}` }).href
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ask = (text: string) => query(at('postgres'), text)
  await ask(`create database ${name} template ${template.pathname.slice(1)}`)
  return {
    url: at(name),
    [Symbol.asyncDispose]: async () => void (await ask(`drop database ${name} with (force)`)),
  }
}
