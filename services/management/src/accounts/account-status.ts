import { RenderError } from '@render/errors'
import type { DatabaseClient } from '../database/database.ts'
import { Prisma } from '../generated/client.ts'

/** A block on an organisation: it can create no renders. */
export interface Block {
  /** Name of the operator. */
  by: string
  /** ISO 8601. */
  at: string
  reason: 'trial_abuse'
  /** Optional; replaces the default answer to its renders. */
  response?: { statusCode: number; message: string }
}

/** The properties of an organisation that operators change; absent ones stay as they are. */
export interface AccountStatus {
  /** Null removes the block. */
  accountBlocked?: Block | null
  /** Name of a plan; null for none. */
  plan?: string | null
  /** End of the subscription, ISO 8601; null when it does not end. */
  activeUntil?: string | null
}

/**
 * Changes the status of an organisation and returns all of it; undefined when there is no such organisation. Every gateway
 * applies it within five seconds.
 * @throws {RenderError} `InvalidOptions` when no plan has that name.
 */
export async function updateAccountStatus(
  { client }: DatabaseClient,
  id: string,
  { accountBlocked, plan, activeUntil }: AccountStatus,
): Promise<Required<AccountStatus> | undefined> {
  const newPlan = plan ? await client.plan.findUnique({ where: { name: plan } }) : null
  if (plan && !newPlan)
    throw RenderError.forOption('plan', '"plan" must be the name of a plan that exists, or null.')
  const { count } = await client.organisation.updateMany({
    where: { id },
    data: {
      ...(plan !== undefined && { planId: newPlan?.id ?? null }),
      ...(activeUntil !== undefined && { activeUntil }),
      ...(accountBlocked !== undefined && {
        blocked: accountBlocked ? { ...accountBlocked } : Prisma.DbNull,
      }),
    },
  })
  return count === 1 ? findAccountStatus({ client }, id) : undefined
}

async function findAccountStatus(
  { client }: DatabaseClient,
  id: string,
): Promise<Required<AccountStatus> | undefined> {
  const found = await client.organisation.findUnique({ where: { id }, include: { plan: true } })
  return found
    ? {
        accountBlocked: found.blocked as unknown as Block | null,
        plan: found.plan?.name ?? null,
        activeUntil: found.activeUntil?.toISOString() ?? null,
      }
    : undefined
}
