import { createHash } from 'node:crypto'
import type { Request, Response } from 'express'
import { isUnchanged } from './conditions.ts'

/** How long a cache may keep what changes only when the service is replaced. */
const KEPT_SECONDS = 300

/** 200 with JSON that is the same for everybody: caches keep it, web pages of any origin may read it; or 304. */
export function answerPublic(req: Request, res: Response, json: string): void {
  const etag = `"${createHash('sha256').update(json).digest('base64url')}"`
  res.setHeader('Cache-Control', `public, max-age=${KEPT_SECONDS}`)
  res.setHeader('ETag', etag)
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  if (isUnchanged(req, { etag })) return void res.status(304).end()
  res.type('json').send(json)
}
