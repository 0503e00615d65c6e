import { isDeepStrictEqual } from 'node:util'
import { tellAccountChange } from '@render/jobs'
import type { ManagementContext } from '../context.ts'
import { repeat } from '../repeat.ts'
import type { Plan } from './plan.ts'
import { putPlans } from './stored-plans.ts'

export interface PlansWatch extends Disposable {
  /** Looks now. */
  look(): Promise<void>
}

const LOOK_MS = 2000

/**
 * Puts the plans of the operator's file into the database, at start and within two seconds of a change. A file that was
 * made wrong changes nothing, and the log says what is wrong; plans that are no longer in it stay.
 */
export function watchPlans({
  plansFile,
  database,
  redis,
  logger,
}: Pick<ManagementContext, 'plansFile' | 'database' | 'redis'> & {
  logger: Pick<ManagementContext['logger'], 'info' | 'warn' | 'error'>
}): PlansWatch {
  let stored: readonly Plan[] | undefined
  let complaint: string | undefined

  async function look(): Promise<void> {
    try {
      await plansFile.read()
      complaint = undefined
    } catch (error) {
      const { message } = error as Error
      if (message !== complaint)
        logger.error({ alert: 'plans-refused', error: message }, 'plans stay as they were')
      complaint = message
    }
    const plans = plansFile.plans()
    if (isDeepStrictEqual(plans, stored)) return
    await putPlans(database, plans)
    tellAccountChange(redis, null)
    stored = plans
    logger.info({ plans: plans.map(({ name }) => name) }, 'plans stored')
  }

  // While the database is away, the next look tries again.
  const looking = repeat(look, LOOK_MS, (error) => logger.warn({ error: error.message }, 'plans not stored'))
  return { look, [Symbol.dispose]: () => looking[Symbol.dispose]() }
}
