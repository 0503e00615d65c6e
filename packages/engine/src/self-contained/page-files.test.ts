import { expect, test } from '@jest/globals'
import type { LoadedFile } from './track-loaded-files.ts'
import { createPageFiles } from './page-files.ts'

const MEGABYTE = 1024 ** 2
const file = (bytes: number, more: Partial<LoadedFile> = {}): LoadedFile => ({
  status: 200,
  contentType: 'image/png',
  isComplete: true,
  address: 'https://a.example/final.png',
  read: () => Promise.resolve(Buffer.alloc(bytes)),
  ...more,
})

function filesOf(loaded: Record<string, LoadedFile>, maxBytes = MEGABYTE) {
  const find = (address: string) => loaded[new URL(address).pathname]
  return createPageFiles({
    loaded: {
      find,
      wasAsked: (address) => !address.includes('unasked'),
      styleSheets: () => [at('/css/a.css')],
    },
    bases: [at('/pages/')],
    maxBytes,
    title: '"full_html"',
  })
}

const at = (path: string) => `https://a.example${path}`

test('a file is what the page loaded, from where its address led', async () => {
  const files = filesOf({ '/a': file(3), '/b': file(1, { contentType: 'text/css; charset=latin1' }) })
  expect(await files.get(at('/a'))).toEqual({
    body: Buffer.alloc(3),
    contentType: 'image/png',
    address: 'https://a.example/final.png',
  })
  expect((await files.get(at('/b')))?.contentType).toBe('text/css;charset=utf-8')
  expect(files.warnings()).toEqual([])
})

test('a file that is missing, failed or too large has a warning', async () => {
  const files = filesOf({
    '/failed': file(1, { status: 404 }),
    '/gone': file(1, { read: () => Promise.reject(new Error('gone')) }),
    '/stream': file(1, { isComplete: false, read: () => new Promise(() => undefined) }),
    '/large': file(10 * MEGABYTE + 1),
    '/announced': file(1, { contentLength: String(10 * MEGABYTE + 1) }),
  })
  for (const path of ['/none', '/failed', '/gone', '/stream', '/large', '/announced', '/unasked'])
    expect(await files.get(at(path))).toBeUndefined()
  const kept = (path: string, reason: string) =>
    `"full_html" kept the URL https://a.example${path}: ${reason}.`
  expect(files.warnings()).toEqual([
    ...['/none', '/failed', '/gone', '/stream'].map((path) => kept(path, 'the page did not load it')),
    ...['/large', '/announced'].map((path) => kept(path, 'it is larger than 10 MB')),
  ])
})

test('all uses of files together fit into the document, and one file is read once', async () => {
  let reads = 0
  const body = Buffer.alloc(9 * MEGABYTE)
  const read = () => {
    reads += 1
    return Promise.resolve(body)
  }
  const files = filesOf({ '/a': file(0, { read }), '/small': file(1) }, 50 * MEGABYTE)
  const given = await Promise.all(Array.from({ length: 7 }, () => files.get(at('/a'))))
  // Each takes 12 MB as base64.
  expect([given.filter(Boolean).length, reads]).toEqual([4, 1])
  expect(await files.get(at('/small'))).toBeDefined()
  expect(files.warnings()).toEqual([
    '"full_html" kept the URL https://a.example/a: the document would be larger than 50 MB.',
  ])
})

test('a file in a document that is written as base64 itself takes more of the whole', async () => {
  const files = filesOf({ '/a': file(9 * MEGABYTE) }, 50 * MEGABYTE)
  // Each takes 16 MB.
  const given = await Promise.all(Array.from({ length: 4 }, () => files.get(at('/a'), 1)))
  expect(given.filter(Boolean)).toHaveLength(3)
})

test('a file of a custom property is where the page loaded it from', () => {
  const files = filesOf({
    '/css/a.png': file(1),
    '/pages/b.png': file(1),
    '/c.png': file(1, { status: 404 }),
  })
  const located = (name: string) => files.locate!(name, at('/'), false)
  expect([located('a.png'), located('b.png'), located('c.png')]).toEqual([
    at('/css/a.png'),
    at('/pages/b.png'),
    undefined,
  ])
})

test('a file of a custom property is where the page uses that, with a warning for several', () => {
  const files = filesOf({
    '/theme/a.png': file(1),
    '/css/a.png': file(1),
    '/pages/b.png': file(1),
    '/css/b.png': file(1),
  })
  const located = (name: string, isUsed: boolean) => files.locate!(name, at('/theme/theme.css'), isUsed)
  expect([located('a.png', false), files.warnings()]).toEqual([at('/css/a.png'), []])
  expect([located('a.png', true), located('b.png', false)]).toEqual([at('/theme/a.png'), at('/pages/b.png')])
  expect(files.warnings()).toEqual([
    `"full_html" shows one file wherever a custom property is used, also where the page may show another one: ${at('/theme/a.png')}, ${at('/pages/b.png')}.`,
  ])
})

test('files of custom properties are looked for in a bounded time', () => {
  const files = filesOf({ '/css/a.png': file(1) })
  expect(files.locate!('a.png', at('/'), false)).toBe(at('/css/a.png'))
  const long = 'x/'.repeat(100_000)
  for (let index = 0; index < 200; index += 1) files.locate!(`${index}${long}`, at('/'), false)
  expect(files.locate!('a.png', at('/css/'), false)).toBeUndefined()
})

test('many missing files have one warning', () => {
  const files = filesOf({})
  for (let index = 0; index < 6; index += 1) files.lose(at(`/${index}`))
  expect(files.warnings()).toEqual(['"full_html" kept 6 URLs of files: for each, the page did not load it.'])
})
