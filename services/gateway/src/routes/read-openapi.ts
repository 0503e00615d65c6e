import type { Route } from '@render/http'
import { answerPublic } from '../answer-public.ts'
import type { GatewayContext } from '../context.ts'
import { openApiDocument } from '../openapi/document.ts'

/** Describes the given routes, and itself, to tools. */
export function readOpenapi(routes: Route[], context: Pick<GatewayContext, 'options' | 'urls'>): Route {
  const route: Route = {
    name: 'read-openapi',
    paths: ['/v1/openapi.json'],
    handlers: { get: [(req, res) => answerPublic(req, res, document)] },
  }
  const document = JSON.stringify(openApiDocument([...routes, route], context))
  return route
}
