import { fileURLToPath } from 'node:url'
import { startStack, type Stack, type StackOptions } from '@render/local'
import { createRenderClient, type RenderClient } from './render-client.ts'

export interface TestStack extends Stack {
  client: RenderClient
}

/** Settings of test stacks: test origins may be rendered, webhooks are retried quickly, limits do not depend on the machine. */
const TEST_ENVIRONMENT = {
  EGRESS_ALLOW: '127.0.1.0/24',
  // The repository's file may have been edited.
  PLANS_FILE: fileURLToPath(new URL('./plans.json', import.meta.url)),
  SIGN_UP: 'open',
  DEFAULT_PLAN: 'Unlimited',
  REQUESTS_PER_MINUTE: '0',
  UNAUTHENTICATED_PER_MINUTE: '0',
  WEBHOOK_RETRY_DELAYS: '100ms,200ms,400ms,800ms,1s,1s,1s',
  SLOTS: '4',
  // No load balancer has to notice that a gateway stops.
  LAME_DUCK_MS: '0',
  // Test machines may be slow, full and busy.
  BROWSER_NICENESS: '0',
  MIN_FREE_MEMORY_PERCENT: '0',
  MIN_FREE_DISK_PERCENT: '0',
  MAX_EVENT_LOOP_MS: '0',
}

/** Starts the whole service, as `npm start` does, in a temporary folder. */
export async function startTestStack(options: StackOptions = {}): Promise<TestStack> {
  const stack = await startStack({ ...options, environment: { ...TEST_ENVIRONMENT, ...options.environment } })
  return Object.assign(stack, { client: createRenderClient(stack.info.baseUrl, stack.info.secretKey) })
}
