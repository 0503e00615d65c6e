import type { RequestHandler } from 'express'
import { Histogram, type Registry } from 'prom-client'

interface RequestLog {
  info(details: object, message: string): void
  debug(details: object, message: string): void
}

/** Facts about a request, which routes and handlers put into `res.locals`. */
interface RequestLocals {
  requestId?: string
  route?: string
  renderId?: string
  code?: string
  isFrequent?: true
}

/** Status in the log of a request whose client closed the connection before the response. */
const CLIENT_LEFT = 499

/**
 * Measures the duration of every request by route, method and status, and logs one line for each, with the address of the
 * client but never with the requested URL. The lines of frequent routes have level debug.
 */
export function observeRequests({ metrics, log }: { metrics: Registry; log: RequestLog }): RequestHandler {
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its answer.',
    labelNames: ['route', 'method', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 120],
    registers: [metrics],
  })
  return (req, res, next) => {
    const startedAt = performance.now()
    // Read now: a closed connection has no remote address.
    const client = req.ip
    res.once('close', () => {
      const durationMs = performance.now() - startedAt
      const status = res.writableFinished ? res.statusCode : CLIENT_LEFT
      const { requestId, route = 'unknown', renderId, code, isFrequent } = res.locals as RequestLocals
      seconds.observe({ route, method: req.method, status }, durationMs / 1000)
      log[isFrequent ? 'debug' : 'info'](
        {
          requestId,
          renderId,
          client,
          route,
          method: req.method,
          status,
          code,
          durationMs: Math.round(durationMs),
        },
        'request',
      )
    })
    next()
  }
}
