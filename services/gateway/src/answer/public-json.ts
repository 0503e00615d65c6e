import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { isUnchanged } from './conditional-requests.ts'

/** Time for which caches may keep documents that change only with a new version of the service. */
const MAX_AGE_SECONDS = 300

/** Answers 200 with JSON that is equal for all callers, or 304. Caches may keep it, and pages of any origin may read it. */
export function answerPublicJson(req: Request, res: Response, json: string): void {
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
  res.setHeader('Cache-Control', `public, max-age=${MAX_AGE_SECONDS}`)
  res.setHeader('ETag', etag)
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  if (isUnchanged(req, { etag })) return void res.status(304).end()
  res.type('json').send(json)
}
