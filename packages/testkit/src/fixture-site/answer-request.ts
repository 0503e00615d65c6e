import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import sharp from 'sharp'
import { blockFont } from './block-font.ts'
import { faults } from './faults.ts'
import type { Fixture, Fixtures, Site } from './fixture.ts'
import { fixtures } from './fixtures.ts'

/** Resources of pages. */
const parts: Fixtures = {
  '/block.ttf': { title: 'A font with one letter', type: 'font/ttf', body: blockFont() },
}

/** Answers a request for a path of the site; `/late/<ms>/<path>` is the same path with a delay. */
export async function answerRequest(req: IncomingMessage, res: ServerResponse, path: string, site: Site) {
  const [, ms, lateOf] = /^\/late\/(\d+)(\/.+)$/.exec(path) ?? []
  if (lateOf) {
    await sleep(Number(ms))
    return answerRequest(req, res, lateOf, site)
  }
  if (faults[path]) return faults[path](res, req)
  const found = fixtures[path] ?? parts[path] ?? imageAt(path)
  if (!found) return res.writeHead(404).end()
  const { type = 'text/html; charset=utf-8', body } = found
  const content = typeof body === 'function' ? await body(site) : body
  res.writeHead(200, { 'content-type': type }).end(content)
}

/** `/image/<width>x<height>/<rrggbb>.png`: an image of one colour. */
function imageAt(path: string): Fixture | undefined {
  const [, width, height, colour] = /^\/image\/(\d+)x(\d+)\/([0-9a-f]{6})\.png$/.exec(path) ?? []
  if (!colour) return undefined
  const create = {
    width: Number(width),
    height: Number(height),
    channels: 3,
    background: `#${colour}`,
  } as const
  return {
    title: 'An image of one colour',
    type: 'image/png',
    body: () => sharp({ create }).png().toBuffer(),
  }
}
