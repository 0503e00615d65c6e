import { listenOn, ORIGIN_HOST } from '@render/testkit'
import type { Served, Vector } from './vectors.ts'

/** Starts an allowed site whose page tries many ways at once. */
export async function startTrap(vectors: Vector[]) {
  const markup = vectors.map(({ markup = '' }) => markup)
  const scripts = vectors.map(({ script = '' }) => `<script>${script}</script>`)
  const html = `<!doctype html><meta charset="utf-8"><body>${[...markup, ...scripts].join('\n')}</body>`
  const files: Record<string, Served> = {
    '/': { headers: { 'content-type': 'text/html' }, body: html },
    ...Object.assign({}, ...vectors.map(({ files }) => files)),
  }
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    const { status = 200, headers = {}, body = '' } = files[req.url!] ?? { status: 404 }
    res.writeHead(status, headers).end(body)
  })
  return { ...server, html }
}
