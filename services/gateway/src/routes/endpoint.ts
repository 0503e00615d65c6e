import { nameRequest, type Route } from '@render/http'
import type { Request, RequestHandler } from 'express'
import type { GatewayContext } from '../context.ts'
import type { Schema } from '../openapi/schema.ts'

/** One operation of the Render API. Its route and its part of the OpenAPI document are made from this declaration. */
export interface Endpoint {
  /** Name in the OpenAPI document, in logs and in metrics. */
  id: string
  method: 'get' | 'post' | 'delete'
  /** All paths; the first is the usual one in the OpenAPI document. */
  paths: readonly string[]
  /** Optional; requests for which this is false are left to other paths. The same for all methods of a path. */
  matches?: (req: Request) => boolean
  /** Optional; true lets scripts of pages of any origin send GET and HEAD with headers of their own. */
  isForAnyOrigin?: true
  /** Optional; true logs its requests at level debug, because probes send one every few seconds. */
  isFrequent?: true
  summary: string
  description?: string
  /** Whether a request must have the secret key of a project, may have one, or needs none. */
  key: 'required' | 'optional' | 'none'
  /** Parameters in the query and in headers, as OpenAPI has them. Those of the path follow from `paths`. */
  parameters?: readonly Schema[]
  /** Schemas of the body by its media type. */
  body?: Schema
  /** Responses other than errors, by HTTP status. */
  responses: Readonly<Record<number, Schema>>
  /** HTTP statuses of errors. */
  failures: readonly number[]
  /** Optional; true keeps the operation out of the OpenAPI document. */
  isHidden?: true
  /** Creates the handler; called once for each listener. */
  run: (context: GatewayContext) => RequestHandler
}

/** Makes the routes of endpoints: one for each path, in the order in which the paths are declared. */
export function routesOf(endpoints: readonly Endpoint[], context: GatewayContext): Route[] {
  const operations = endpoints.flatMap(({ id, paths, run, ...rest }) => {
    const handlers = [nameRequest(id), run(context)]
    return paths.map((path) => ({ ...rest, path, handlers }))
  })
  return [...Map.groupBy(operations, ({ path }) => path)].map(([path, those]) => {
    const { matches } = those[0]!
    if (those.some((each) => each.matches !== matches))
      throw new Error(`The endpoints of ${path} must have the same "matches".`)
    return {
      name: path,
      paths: [path],
      matches,
      isForAnyOrigin: those.some(({ isForAnyOrigin }) => isForAnyOrigin),
      isFrequent: those.some(({ isFrequent }) => isFrequent),
      handlers: Object.fromEntries(those.map(({ method, handlers }) => [method, handlers])),
    }
  })
}
