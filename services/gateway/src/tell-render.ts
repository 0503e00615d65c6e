import type { Response } from 'express'

/** Says in the header `x-service-render-id`, and to the log, which render an answer is about. */
export function tellRender(res: Response, renderId: string): void {
  res.locals.renderId = renderId
  res.setHeader('x-service-render-id', renderId)
}

/** The warnings of a render as a number, for whoever does not get them in words. */
export function tellWarnings(res: Response, warnings: string[]): void {
  res.setHeader('x-service-warnings', String(warnings.length))
}
