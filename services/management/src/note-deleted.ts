import type { RenderRecord } from '@render/directory'
import type { Database } from './database.ts'
import { findRecord } from './find-record.ts'

/** Notes in the record of a render that its files are deleted; gives the record, undefined when there is none. */
export async function noteDeleted(
  { client }: Pick<Database, 'client'>,
  renderId: string,
): Promise<RenderRecord | undefined> {
  if (!(await findRecord({ client }, renderId))) return undefined
  await client.$executeRaw`
    update renders set outcome = outcome || '{"deleted": true}'::jsonb
    where id = ${renderId}::uuid and outcome is not null`
  return findRecord({ client }, renderId)
}
