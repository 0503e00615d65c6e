import type { Database } from './database.ts'
import { Prisma } from './generated/client.ts'
import { wrong } from './internal/wrong.ts'

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

/** What operators say about an organisation; what is left out stays as it is. */
export interface Standing {
  /** Null lets it go on. */
  accountBlocked?: Block | null
  /** By name; null for none. */
  plan?: string | null
  /** When its subscription ends, ISO 8601; null when it does not end. */
  activeUntil?: string | null
}

/**
 * Changes the standing of an organisation, and gives all of it; undefined when there is none. Every gateway knows within five
 * seconds.
 * @throws {RenderError} `InvalidOptions` when no plan has that name.
 */
export async function operateOrganisation(
  { client }: Pick<Database, 'client'>,
  id: string,
  { accountBlocked, plan, activeUntil }: Standing,
): Promise<Required<Standing> | undefined> {
  const planned = plan ? await client.plan.findUnique({ where: { name: plan } }) : null
  if (plan && !planned) throw wrong('plan', 'the name of a plan, or null')
  const { count } = await client.organisation.updateMany({
    where: { id },
    data: {
      ...(plan !== undefined && { planId: planned?.id ?? null }),
      ...(activeUntil !== undefined && { activeUntil }),
      ...(accountBlocked !== undefined && {
        blocked: accountBlocked ? { ...accountBlocked } : Prisma.DbNull,
      }),
    },
  })
  return count === 1 ? standingOf({ client }, id) : undefined
}

async function standingOf(
  { client }: Pick<Database, 'client'>,
  id: string,
): Promise<Required<Standing> | undefined> {
  const found = await client.organisation.findUnique({ where: { id }, include: { plan: true } })
  return found
    ? {
        accountBlocked: found.blocked as unknown as Block | null,
        plan: found.plan?.name ?? null,
        activeUntil: found.activeUntil?.toISOString() ?? null,
      }
    : undefined
}
