import type { Express, RequestHandler } from 'express'
import { answerMethodNotAllowed } from './answer-error.ts'

/** One thing that a listener does, under one or several paths. `get` answers HEAD too. */
export interface Route {
  /** How logs and metrics call it. */
  name: string
  paths: string[]
  handlers: Partial<Record<'get' | 'post' | 'put' | 'patch' | 'delete', RequestHandler[]>>
}

/** Registers routes in their order; a known path asked by another method answers 405. */
export function mountRoutes(app: Express, routes: Route[]): void {
  for (const { name, paths, handlers } of routes) {
    const methods = Object.keys(handlers) as (keyof Route['handlers'])[]
    const allowed = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
    for (const path of paths) {
      const route = app.route(path).all(nameRequest(name))
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
