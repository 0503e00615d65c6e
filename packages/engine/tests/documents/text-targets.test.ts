// Checks what is read of targets that are not HTML.
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { listenOn, ORIGIN_HOST } from '@render/testkit'
import { shareTestEngine, type TestEngine } from '../test-engine.ts'

const STYLE = `<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:template match="/">
  <html><body><h1>Site map</h1><p><xsl:value-of select="//loc"/></p></body></html></xsl:template></xsl:stylesheet>`

const FEED = '<?xml version="1.0" encoding="iso-8859-2"?>\n<feed><title>ł</title></feed>'

/** Maps a path to its response: type and body. */
const answers: Record<string, [type: string, body: string | Buffer]> = {
  '/style.xsl': ['text/xml', STYLE],
  '/map.xml': [
    'text/xml',
    '<?xml version="1.0"?><?xml-stylesheet type="text/xsl" href="/style.xsl"?><list><loc>one</loc></list>',
  ],
  '/a.json': ['application/ld+json', '{"a": "*b*"}'],
  '/feed': ['application/atom+xml', Buffer.from(FEED.replace('ł', '\xB3'), 'latin1')],
  '/a': ['text/markdown', '---\na: b\n---\n\n# A *b*\n\n```js\n<c>\n```\n'],
  '/README.md': ['text/plain', '# A [ž€](c)'],
}

let engine: TestEngine
let server: Awaited<ReturnType<typeof listenOn>>
beforeAll(async () => {
  engine = await shareTestEngine()
  server = await listenOn(ORIGIN_HOST, (req, res) => {
    const [type, body] = answers[req.url!] ?? ['text/html', '']
    res.writeHead(200, { 'content-type': type }).end(body)
  })
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

async function read(path: string, options: GivenOptions = {}) {
  const { body, files } = await engine.make({ url: server.url + path, format: 'md', ...options })
  return { text: String(body), files: files.map((file) => String(file.body)) }
}

test('XML with an XSLT style sheet is the page that this makes, without a warning of the browser', async () => {
  const { text, files } = await read('/map.xml', { save_html: true })
  expect(text).toBe('# Site map\n\none\n')
  expect(files).toEqual([expect.not.stringContaining('xslt')])
})

test.each([
  ['/a.json', '```json\n{"a": "*b*"}\n```\n'],
  ['/feed', `\`\`\`xml\n${FEED}\n\`\`\`\n`],
  ['/a', answers['/a']![1]],
  ['/README.md', '# A [ž€](c)\n'],
])('%s is read as what its type says, without a head', async (path, expected) => {
  expect((await read(path)).text).toBe(expected)
})
