import { RenderError } from '@render/errors'
import type { Route } from '@render/http'
import { expiryOf, isArtefactKey, type StoredArtefact } from '@render/storage'
import type { Request, Response } from 'express'
import { fileIsGone, findFile, openFile, pour } from '../artefact-file.ts'
import { artefactType } from '../artefact-types.ts'
import { isUnchanged, sliceOf } from '../conditions.ts'
import type { GatewayContext } from '../context.ts'

/** Serves finished renders for embedding and caching by anybody who has the address, until they expire. */
export function readArtefact({ store, artefactDays }: Pick<GatewayContext, 'store' | 'artefactDays'>): Route {
  return {
    name: 'read-artefact',
    paths: ['/renders/*key'],
    handlers: {
      get: [
        async (req, res) => {
          const key = [req.params.key].flat().join('/')
          const lifeMs = isArtefactKey(key) ? expiryOf(key, artefactDays).getTime() - Date.now() : 0
          const found = lifeMs > 0 ? await findFile(store, key) : undefined
          if (!found) throw fileIsGone()
          describe(res, key, lifeMs, found)
          if (isUnchanged(req, found)) return void res.status(304).end()
          await send(req, res, found)
        },
      ],
    },
  }
}

function describe(res: Response, key: string, lifeMs: number, { etag, modified }: StoredArtefact): void {
  const { contentType, isActive } = artefactType(key)
  res.setHeader('Content-Type', contentType)
  res.setHeader('ETag', etag)
  res.setHeader('Last-Modified', modified.toUTCString())
  res.setHeader('Cache-Control', `public, max-age=${Math.floor(lifeMs / 1000)}, immutable`)
  res.setHeader('Accept-Ranges', 'bytes')
  res.setHeader('Access-Control-Allow-Origin', '*')
  res.setHeader('Access-Control-Expose-Headers', 'Accept-Ranges, Content-Length, Content-Range, ETag')
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  // What protects our own pages would keep customers from embedding theirs.
  res.removeHeader('X-Frame-Options')
  if (isActive) res.setHeader('Content-Security-Policy', 'sandbox')
  else res.removeHeader('Content-Security-Policy')
}

async function send(req: Request, res: Response, found: StoredArtefact): Promise<void> {
  const slice = sliceOf(req, found)
  if (slice === 'outside') {
    res.setHeader('Content-Range', `bytes */${found.sizeBytes}`)
    throw new RenderError('RangeNotSatisfiable')
  }
  const lengthBytes = slice ? slice.end - slice.start + 1 : found.sizeBytes
  const bytes = req.method === 'HEAD' || lengthBytes === 0 ? undefined : await openFile(found, slice)
  res.setHeader('Content-Length', lengthBytes)
  if (slice) {
    res.status(206).setHeader('Content-Range', `bytes ${slice.start}-${slice.end}/${found.sizeBytes}`)
  }
  if (!bytes) return void res.end()
  await pour(bytes, res)
}
