import { hashApiKey, makeApiKey } from '@render/vault'
import { Client } from 'pg'

/** Adds a project of another organisation and returns its secret key. */
export async function addProject(databaseUrl: string): Promise<string> {
  const key = makeApiKey('sk')
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    await client.query(`
      insert into organisations (id, name, plan_id) select 'org_quiet', 'Quiet', id from plans limit 1;
      insert into users (id, name, email, email_verified) values ('usr_quiet', 'Quiet', 'quiet@localhost', true);
      insert into members (id, organisation_id, user_id, role) values ('mem_quiet', 'org_quiet', 'usr_quiet', 'owner');
      insert into projects (id, organisation_id, name) values ('proj_quiet', 'org_quiet', 'Quiet')`)
    await client.query(
      `insert into project_keys (id, organisation_id, project_id, kind, hash, prefix, last4)
       values ('key_quiet', 'org_quiet', 'proj_quiet', 'secret', $1, '', '')`,
      [hashApiKey(key)],
    )
    return key
  } finally {
    await client.end()
  }
}
