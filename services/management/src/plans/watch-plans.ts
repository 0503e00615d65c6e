import { isDeepStrictEqual } from 'node:util'
import type { ManagementContext } from '../context.ts'
import { repeat } from '../periodic-tasks/repeat.ts'
import type { Plan } from './plan.ts'
import { putPlans } from './stored-plans.ts'

export interface PlansWatch extends Disposable {
  /** Checks the file once. */
  check(): Promise<void>
}

const CHECK_MS = 2000

/**
 * Stores the plans of the plans file in the database, at start and within two seconds of a change. An invalid file changes
 * nothing and is logged with its errors. Plans that are removed from the file stay in the database.
 */
export function watchPlans({
  plansFile,
  database,
  announcer,
  logger,
}: Pick<ManagementContext, 'plansFile' | 'database' | 'announcer'> & {
  logger: Pick<ManagementContext['logger'], 'info' | 'warn' | 'error'>
}): PlansWatch {
  let stored: readonly Plan[] | undefined
  let lastError: string | undefined

  async function check(): Promise<void> {
    try {
      await plansFile.read()
      lastError = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== lastError)
        logger.error({ alert: 'plans-refused', error: message }, 'plans file invalid, plans unchanged')
      lastError = message
    }
    const plans = plansFile.plans()
    if (isDeepStrictEqual(plans, stored)) return
    await putPlans(database, plans)
    announcer.announce(null)
    stored = plans
    logger.info({ plans: plans.map(({ name }) => name) }, 'plans stored')
  }

  // While the database is unavailable, the next check tries again.
  const checks = repeat(check, CHECK_MS, (error) => logger.warn({ error: error.message }, 'plans not stored'))
  return { check, [Symbol.dispose]: () => checks[Symbol.dispose]() }
}
