import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { readPicture } from '@render/testkit'
import type { GivenOptions } from '@render/options'
import { BLUE, GREEN, RED } from './options/colours.ts'
import { page, shareTestEngine, type TestEngine } from './test-engine.ts'

let engine: TestEngine
beforeAll(async () => {
  engine = await shareTestEngine()
})
afterAll(async () => {
  await engine[Symbol.asyncDispose]()
})

async function picture(html: string, options: GivenOptions = {}) {
  const { body } = await engine.make({ html, selector: 'main', width: 600, height: 400, ...options })
  return readPicture(body)
}

test.each([
  [
    'in a line',
    'a { font-size: 10px }',
    '<a><i></i><span style="position: absolute; width: 1px; height: 1px; overflow: hidden; white-space: nowrap">A title that only screen readers read</span></a>',
    'a',
  ],
  [
    'with a shadow tree and a closed dialog',
    '',
    `<x-a><template shadowrootmode="open"><i></i><slot></slot><style>i { display: inline-block; width: 200px; height: 80px; background: #0f0 }</style></template><b style="position: fixed; inset: 0; visibility: hidden">x</b></x-a>`,
    'x-a',
  ],
  ['without a box', 'a { display: contents }', '<a><i></i></a>', 'a'],
  [
    'without a box, with a control named as its children are',
    'form { display: contents } select { display: none }',
    '<form><i></i><select name="children"></select></form>',
    'form',
  ],
  ['without a size', 'div { position: absolute; width: 0; height: 0 }', '<div><i></i></div>', 'div'],
  [
    'that is a drawing',
    'svg { width: 200px; height: 80px; background: #0f0 }',
    '<svg><rect width="999" height="999" fill="#0f0"/></svg>',
    'svg',
  ],
])('an element %s is as large as what it shows', async (_, style, body, selector) => {
  const html = page(
    `${style} i { display: inline-block; width: 200px; height: 80px; background: #0f0 }`,
    body,
  )
  const result = await picture(html, { selector })
  expect([result.width, result.at(5, 5), result.at(195, 70)]).toEqual([200, GREEN, GREEN])
})

describe('bars of the page do not lie over the captured element', () => {
  const MAIN = 'body { margin: 0 } main { height: 1000px; background: #0f0 }'

  test.each([
    [
      'a fixed header',
      'header { position: fixed; inset: 0 0 auto; height: 80px; background: #f00 } main { margin-top: 80px }',
      '<header></header>',
    ],
    [
      'a sticky header',
      'header { position: sticky; top: 0; height: 80px; background: #f00; z-index: 1 }',
      '<header></header>',
    ],
    [
      'a bar at the bottom that ignores the pointer',
      'header { position: fixed; inset: auto 0 0; height: 80px; background: #f00; pointer-events: none }',
      '<header></header>',
    ],
    [
      'a header in a shadow tree',
      '',
      '<div><template shadowrootmode="open"><style>header { position: fixed; inset: 0 0 auto; height: 80px; background: #f00; z-index: 1 }</style><header></header></template></div>',
    ],
    [
      'a dialog and what dims the page behind it',
      'header { position: fixed; inset: 0; background: #0008; z-index: 98 } b { position: fixed; inset: 20%; background: #f00; z-index: 99 }',
      '<header></header><b>Subscribe!</b>',
    ],
  ])('%s', async (_, style, bar) => {
    const html = page(`${MAIN} ${style}`, `${bar}<main></main>`)
    const result = await picture(html)
    expect([result.height, ...[5, 40, 360, 395, 995].map((y) => result.at(300, y))]).toEqual([
      1000,
      GREEN,
      GREEN,
      GREEN,
      GREEN,
      GREEN,
    ])
  })

  test('unless "freeze_fixed" is false', async () => {
    const style = `${MAIN} header { position: fixed; inset: 0 0 auto; height: 80px; background: #f00; z-index: 1 }`
    const result = await picture(page(style, '<header></header><main></main>'), { freeze_fixed: false })
    expect(result.at(300, 40)).toBe(RED)
  })

  test.each([
    ['beside the page', '<main></main>'],
    [
      'of an element in a shadow tree',
      '<div><template shadowrootmode="open"><style>main { height: 1000px; position: relative; z-index: 0 }</style><main></main></template></div>',
    ],
  ])('but a drawing behind it, which ignores the pointer, is there: %s', async (_, body) => {
    const style = `${MAIN.replace('#0f0', 'transparent')} main { position: relative; z-index: 0 }
      #behind { position: fixed; inset: 0; background: #0f0; pointer-events: none }`
    const result = await picture(page(style, `<div id="behind"></div>${body}`))
    expect(result.at(300, 200)).toBe(GREEN)
  })

  test('but what belongs to it, or lies behind it, is there', async () => {
    const style = `body { margin: 0 } main { height: 300px } b { position: sticky; top: 0; display: block; height: 50px; background: #00f }
      #behind { position: fixed; inset: 0; background: #0f0; z-index: -1 }`
    const result = await picture(page(style, '<div id="behind"></div><main><b></b></main>'))
    expect([result.at(300, 20), result.at(300, 200)]).toEqual([BLUE, GREEN])
  })
})

describe('an element that another one scrolls is captured completely', () => {
  test('in a shell as high as the viewport, above a footer', async () => {
    const style = `body { margin: 0; height: 100vh; overflow: hidden; display: flex; flex-direction: column }
      #scroller { flex: 1; overflow: auto } footer { height: 50px; background: #f00 }
      article { height: 3000px; background: linear-gradient(#0f0 2900px, #00f 0) }`
    const result = await picture(
      page(style, '<div id="scroller"><article></article></div><footer></footer>'),
      {
        selector: 'article',
      },
    )
    expect([result.height, ...[5, 2890, 2910].map((y) => result.at(300, y))]).toEqual([
      3000,
      GREEN,
      GREEN,
      BLUE,
    ])
  })

  test('when it is wider than what scrolls it', async () => {
    const style = `body { margin: 0; overflow-x: hidden } #scroller { overflow-x: auto } main { width: 1500px; height: 200px; background: linear-gradient(90deg, #0f0 1400px, #00f 0) }`
    const result = await picture(page(style, '<div id="scroller"><main></main></div>'))
    expect([result.width, result.at(1390, 100), result.at(1410, 100)]).toEqual([1500, GREEN, BLUE])
  })

  test('while an element that fits stays where it is scrolled', async () => {
    const style = `body { margin: 0 } #scroller { height: 300px; overflow: auto } p { height: 1000px } main { height: 100px; background: #0f0 }`
    const result = await picture(page(style, '<div id="scroller"><p></p><main></main></div>'))
    expect([result.height, result.at(300, 50)]).toEqual([100, GREEN])
  })
})
