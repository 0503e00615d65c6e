import { hashApiKey, makeApiKey } from '@render/vault'
import { Client } from 'pg'

/** Adds projects of another organisation and returns a secret key of each. */
export async function addProjects(databaseUrl: string, count: number): Promise<string[]> {
  const keys = Array.from({ length: count }, () => makeApiKey('sk'))
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      insert into organisations (id, name, plan_id) select 'org_other', 'Other', id from plans limit 1;
      insert into users (id, name, email, email_verified) values ('usr_other', 'Other', 'other@localhost', true);
      insert into members (id, organisation_id, user_id, role) values ('mem_other', 'org_other', 'usr_other', 'owner')`)
    const hashes = keys.map((key) => hashApiKey(key))
    await client.query(
      `with keys as (select hash, number from unnest($1::text[]) with ordinality as given (hash, number)),
         added as (insert into projects (id, organisation_id, name) select 'proj_' || number, 'org_other', number::text from keys)
       insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
         select 'key_' || number, 'org_other', 'proj_' || number, 'secret', hash, '', '' from keys`,
      [hashes],
    )
    // Postgres would do so by itself within a minute, beside the renders that are measured.
    await client.query('vacuum analyze')
    return keys
  } finally {
    await client.end()
  }
}
