import { query } from '@render/testkit'

/** Makes one more database on the same server and gives its address. */
export async function createEmptyDatabase(url: string, name: string): Promise<string> {
  await query(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
