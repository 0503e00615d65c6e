import type { Express, Request, RequestHandler } from 'express'
import { answerMethodNotAllowed } from './answer-error.ts'

/** A day: browsers cache the answer to a preflight request for no longer. */
const PREFLIGHT_SECONDS = '86400'

/** One path, or several that mean the same, with a handler for each method. */
export interface Route {
  /** Name in logs and metrics; `nameRequest` gives the requests of one method another. */
  name: string
  paths: string[]
  /** Optional; the route takes only requests for which this is true and leaves others to later routes. */
  matches?: (req: Request) => boolean
  /** Optional; true lets scripts of pages of any origin send GET and HEAD with headers such as `If-None-Match`. */
  isForAnyOrigin?: boolean
  /** Optional; true logs its requests at level debug, because probes or gateways send one every few seconds. */
  isFrequent?: boolean
  /** `get` answers HEAD too. */
  handlers: Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', RequestHandler[]>>
}

/** Registers routes in their order. The first one that matches a request answers it, with 405 for other methods. */
export function mountRoutes(app: Express, routes: Route[]): void {
  for (const { name, paths, matches, isForAnyOrigin, isFrequent, handlers } of routes) {
    const methods = Object.keys(handlers) as (keyof Route['handlers'])[]
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    for (const path of paths) {
      const route = app.route(path)
      if (matches) route.all((req, _res, next) => next(matches(req) ? undefined : 'route'))
      route.all(nameRequest(name))
      if (isFrequent) route.all(markFrequent)
      if (isForAnyOrigin) route.options(answerPreflight)
      for (const method of methods) route[method](...handlers[method]!)
      route.all(answerMethodNotAllowed(...allowed))
    }
  }
}

/** Answers the request with which browsers ask whether a page may send headers of its own. */
const answerPreflight: RequestHandler = (_req, res) => {
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Allow-Methods', 'GET, HEAD')
  res.setHeader('Access-Control-Allow-Headers', '*')
  res.setHeader('Access-Control-Max-Age', PREFLIGHT_SECONDS)
  res.status(204).end()
}

const markFrequent: RequestHandler = (_req, res, next) => {
  res.locals.isFrequent = true
  next()
}

/** Creates middleware that names requests in logs and metrics. */
export function nameRequest(name: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = name
    next()
  }
}
