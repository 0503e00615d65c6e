import { query } from '@render/testkit'

/** Creates another database on the same server and returns its address. */
export async function createEmptyDatabase(url: string, name: string): Promise<string> {
  await query(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
