import { fileURLToPath } from 'node:url'
import { startStack, type Stack, type StackOptions } from '@render/local'
import { createRenderClient, type RenderClient } from './render-client.ts'

export interface TestStack extends Stack {
  client: RenderClient
}

/** What every test stack differs in from a user's: tests' own origins may be rendered, and webhooks retry at once. */
const TEST_ENVIRONMENT = {
  EGRESS_ALLOW: '127.0.1.0/24',
  // Whoever runs the tests may have edited the repository's.
  PLANS_FILE: fileURLToPath(new URL('./plans.json', import.meta.url)),
  WEBHOOK_RETRY_DELAYS: '100ms,200ms,400ms,800ms,1s,1s,1s',
  SLOTS: '4',
  // Machines that test are slow and full, and busy with other tests.
  BROWSER_NICENESS: '0',
  MIN_FREE_MEMORY_PERCENT: '0',
  MIN_FREE_DISK_PERCENT: '0',
  MAX_EVENT_LOOP_MS: '0',
}

/** The whole service, as `npm start` runs it, in a temporary folder. */
export async function startTestStack(options: StackOptions = {}): Promise<TestStack> {
  const stack = await startStack({ ...options, environment: { ...TEST_ENVIRONMENT, ...options.environment } })
  return Object.assign(stack, { client: createRenderClient(stack.info.baseUrl, stack.info.secretKey) })
}
