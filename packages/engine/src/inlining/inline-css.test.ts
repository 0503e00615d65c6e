import { expect, test } from '@jest/globals'
import { decodeCss, inlineCss, toDataAddress, type Asset } from './inline-css.ts'

const BASE = 'https://a.example/styles/main.css'

function site(files: Record<string, string | Asset>) {
  const asked: string[] = []
  const assets = {
    async get(address: string) {
      asked.push(address)
      const file = files[new URL(address).pathname]
      return typeof file === 'string' ? { body: Buffer.from(file), contentType: 'text/plain' } : file
    },
    missing: (address: string) => `missing:${address}`,
    locate: (address: string, _: string | undefined, isUsed: boolean) =>
      isUsed ? undefined : `https://a.example/elsewhere/${address}`,
  }
  return { asked, inline: (css: string, base?: string) => inlineCss(css, base, assets) }
}

const sheet = (css: string) => `data:text/css;charset=utf-8;base64,${Buffer.from(css).toString('base64')}`

test('files are found beside the style sheet that names them', async () => {
  const { inline, asked } = site({ '/styles/b.css': 'x { y: url(../c.png) }', '/c.png': 'C' })
  const inner = `x { y: url("data:text/plain;base64,${btoa('C')}") }`
  expect(await inline('@import "b.css" print;', BASE)).toBe(`@import "${sheet(inner)}" print;`)
  expect(asked).toEqual(['https://a.example/styles/b.css', 'https://a.example/c.png'])
})

test('what cannot be had is replaced as the document wants it', async () => {
  const { inline } = site({})
  expect(await inline('a { b: url(c.png) }', BASE)).toBe(
    'a { b: url("missing:https://a.example/styles/c.png") }',
  )
  expect(await inline('a { b: url(c.png) }')).toBe('a { b: url("missing:c.png") }')
})

test('files of custom properties are where others use them', async () => {
  const { inline, asked } = site({})
  await inline('a { --b: url(c); --d: url(e); --f: url(g) } h { i: var( --b, var(--d)) }', BASE)
  expect(asked).toEqual(
    ['c', 'e', 'g'].map((name, index) => `https://a.example/${index < 2 ? 'styles' : 'elsewhere'}/${name}`),
  )
})

test('style sheets that import each other end', async () => {
  const { inline, asked } = site({ '/styles/a.css': '@import "a.css";' })
  await inline('@import "a.css";', BASE)
  expect(asked).toHaveLength(5)
})

const utf16 = Buffer.from('\ufeffä', 'utf16le')
test.each<[name: string, asset: Asset]>([
  ['plain UTF-8', { body: Buffer.from('ä') }],
  ["the server's word", { body: Buffer.from('ä', 'latin1'), contentType: 'text/css; charset=iso-8859-1' }],
  ['a byte order mark', { body: utf16, contentType: 'text/css; charset=utf-8' }],
  ['an unknown encoding', { body: Buffer.from('ä'), contentType: 'text/css; charset=mine' }],
])('a style sheet is decoded by %s', (_, asset) => {
  expect(decodeCss(asset)).toBe('ä')
})

test('a style sheet is decoded by its own rule', () => {
  expect(decodeCss({ body: Buffer.from('@charset "latin1"; ä', 'latin1') })).toBe('@charset "latin1"; ä')
})

test.each([
  ['image/png', 'image/png'],
  ['text/html; charset=utf-8', 'text/html;charset=utf-8'],
  ['a"b', 'application/octet-stream'],
  [undefined, 'application/octet-stream'],
])('the type %s is written as %s', (contentType, type) => {
  expect(toDataAddress({ body: Buffer.from('x'), contentType })).toBe(`data:${type};base64,eA==`)
})
