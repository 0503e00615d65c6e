import type { Express, Request, RequestHandler } from 'express'
import { answerMethodNotAllowed } from './answer-error.ts'

/** One path, or several that mean the same, with a handler for each method. */
export interface Route {
  /** Name in logs and metrics. */
  name: string
  paths: string[]
  /** Optional; the route takes only requests for which this is true and leaves others to later routes. */
  matches?: (req: Request) => boolean
  /** `get` answers HEAD too. */
  handlers: Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', RequestHandler[]>>
}

/** Registers routes in their order. The first one that matches a request answers it, with 405 for other methods. */
export function mountRoutes(app: Express, routes: Route[]): void {
  for (const { name, paths, matches, handlers } of routes) {
    const methods = Object.keys(handlers) as (keyof Route['handlers'])[]
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    for (const path of paths) {
      const route = app.route(path)
      if (matches) route.all((req, _res, next) => next(matches(req) ? undefined : 'route'))
      route.all(nameRequest(name))
      for (const method of methods) route[method](...handlers[method]!)
      route.all(answerMethodNotAllowed(...allowed))
    }
  }
}

function nameRequest(name: string): RequestHandler {
  return (_req, res, next) => {
    res.locals.route = name
    next()
  }
}
