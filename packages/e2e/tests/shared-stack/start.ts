// Runs before the first end-to-end file: starts one stack for all files that need no settings of their own.
import { startTestStack } from '@render/testkit'
import { shared } from './shared.ts'
import { publishSharedStack, UNSERVED_QUEUE } from './shared-stack.ts'

/** Includes the address of the stack's own listeners, which pages may not reach nevertheless. */
const EGRESS_ALLOW = '127.0.0.0/8'
/** More than the renders that files hold open at the same time. */
const SLOTS = '16'

/** @throws {Error} when the stack cannot start, which ends the run with the reason. */
export default async function startSharedStack(): Promise<void> {
  let databaseUrl = ''
  const { info } = shared.use(
    await startTestStack({
      environment: { SLOTS, EGRESS_ALLOW, RENDER_QUEUES: UNSERVED_QUEUE, REGIONS: 'eu' },
      adjustEnvironment(service, environment) {
        if (service === 'management') databaseUrl = environment.DATABASE_URL!
        return environment
      },
    }),
  )
  const { baseUrl, managementUrl, directories, ports } = info
  publishSharedStack({ baseUrl, managementUrl, directories, ports, databaseUrl })
}
