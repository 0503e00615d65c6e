import type { Route } from '@render/http'
import { answerPublic } from '../answer-public.ts'
import type { GatewayContext } from '../context.ts'

/** Every option that a render takes. */
export function listOptions({ options }: Pick<GatewayContext, 'options'>): Route {
  const json = JSON.stringify({ options: options.describeOptions() })
  return {
    name: 'list-options',
    paths: ['/v1/options'],
    handlers: { get: [(req, res) => answerPublic(req, res, json)] },
  }
}
