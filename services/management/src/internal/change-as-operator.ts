import { changeAudited } from '../audit.ts'
import type { Database } from '../database.ts'
import type { Prisma } from '../generated/client.ts'

interface Changing {
  /** Null for what concerns all. */
  organisationId: string | null
  action: string
  subjectId: string | null
  /** Null for one of the command line. */
  requestId: string | null
}

/** Makes a change as an operator, and writes that down with it. Undefined when there is nothing to change. */
export function changeAsOperator<T>(
  database: Pick<Database, 'client'>,
  { subjectId, ...what }: Changing,
  change: (client: Prisma.TransactionClient) => Promise<T | undefined>,
): Promise<T | undefined> {
  const actor = { kind: 'operator', id: null } as const
  const audited = { ...what, actor, subjectOf: () => subjectId }
  return changeAudited(database, audited, change)
}
