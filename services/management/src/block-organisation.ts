import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'

/** Why an organisation may do nothing. */
export interface Block {
  /** Who blocked it. */
  by: string
  /** ISO 8601. */
  at: string
  reason: 'trial_abuse'
  /** What its renders are answered. */
  response?: { statusCode: number; message: string }
}

/** Blocks an organisation, or lets it go on with null; undefined when there is none. Every gateway knows within five seconds. */
export async function blockOrganisation(
  { client }: Pick<Database, 'client'>,
  id: string,
  block: Block | null,
): Promise<{ accountBlocked: Block | null } | undefined> {
  const blocked = block ? ({ ...block } as object as Prisma.InputJsonObject) : Prisma.DbNull
  const { count } = await client.organisation.updateMany({ where: { id }, data: { blocked } })
  return count === 1 ? { accountBlocked: block } : undefined
}
