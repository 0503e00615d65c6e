import { expect, test } from '@jest/globals'
import type { CssAddress } from './find-places.ts'
import { rewriteCss } from './rewrite-css.ts'

async function rewritten(css: string): Promise<{ text: string; found: CssAddress[] }> {
  const found: CssAddress[] = []
  const text = await rewriteCss(css, async (each) => {
    found.push(each)
    return `<${each.address}>`
  })
  return { text, found }
}

const file = (address: string, property?: string) => ({ address, isSheet: false, property })
const sheet = (address: string) => ({ address, isSheet: true, property: undefined })

const FOUND: [css: string, found: CssAddress[]][] = [
  ['a { b: url(c.png) }', [file('c.png')]],
  ['a { b: URL( "c d.png" ) }', [file('c d.png')]],
  [String.raw`a { b: url(c\20 d.png) }`, [file('c d.png')]],
  ['a { b: src("c.png") }', [file('c.png')]],
  ['@import "a.css" screen; b { c: url(d) }', [sheet('a.css'), file('d')]],
  ['@import /* x */ url(a.css) layer(b);', [sheet('a.css')]],
  ['@IMPORT url("a.css");', [sheet('a.css')]],
  ['@import "a.css" supports(background: url(b));', [sheet('a.css'), file('b')]],
  ['a { b: image-set("c" 1x, url(d) 2x type("image/png")) }', [file('c'), file('d')]],
  ['@font-face { src: url(a.woff2) format("woff2"), local("b") }', [file('a.woff2')]],
  ['@namespace a url(http://b); c { d: url(e) }', [file('e')]],
  ['@charset "utf-8"; a { content: "url(b)" } /* url(c) */', []],
  [
    'a { --b : x:y url(c) url("d"); e: var(--f) url(g) } .--h:i { j: url(k) }',
    [file('c', '--b'), file('d', '--b'), file('g'), file('k')],
  ],
  ['a { b: url(#c) url(data:,d) url() }', []],
]

test.each(FOUND)('%s', async (css, found) => {
  expect((await rewritten(css)).found).toEqual(found)
})

test('everything but the addresses stays as it is', async () => {
  const css = '@import "a"; /* b */ c { d: url( e ) ; ; f: !!! } @media { g: url( "h" ) '
  expect((await rewritten(css)).text).toBe(
    String.raw`@import "\3c a>"; /* b */ c { d: url("\3c e>") ; ; f: !!! } @media { g: url( "\3c h>" ) `,
  )
})

test('an address stays when there is nothing to replace it', async () => {
  expect(await rewriteCss('a { b: url(c) }', async () => undefined)).toBe('a { b: url(c) }')
})
