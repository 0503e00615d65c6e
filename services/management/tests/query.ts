import { Client } from 'pg'

/** Asks the database itself, past everything that is tested. */
export async function query<T extends object = Record<string, unknown>>(
  url: string,
  text: string,
  values: unknown[] = [],
): Promise<T[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

/** Makes one more database on the same server and gives its address. */
export async function createEmptyDatabase(url: string, name: string): Promise<string> {
  await query(url, `create database ${name}`)
  return Object.assign(new URL(url), { pathname: `/${name}` }).href
}
