import { describe, expect, test } from '@jest/globals'
import { readPicture } from '@render/testkit'
import { useSharedStack } from '../use-shared-stack.ts'

/** A green page of 400 x 900, with elements that are hard to capture. */
const html = `<!doctype html><style>body { margin: 0; background: #0f0; height: 900px } p { margin: 0 }</style>
  <p id="hidden" style="display: none">x</p>
  <p id="outside" style="position: absolute; left: -900px">x</p>
  <p id="huge" style="position: absolute; width: 100000px; height: 1px; visibility: hidden"></p>`
const page = { html, width: 400, height: 300 }

/** Options that only a page shows to be wrong, and the options that the error names: one of each kind. The rows of the engine have more. */
const refused: [what: string, options: object, ...named: string[]][] = [
  ['a selector that is no CSS', { selector: '//p' }, 'selector'],
  ['a box outside of the page', { clip: '200000,0,10,10' }, 'clip'],
  ['a side of less than one pixel', { dpr: 0.1, width: 9 }, 'width', 'height', 'dpr'],
  [
    'an element with more pixels than the limit',
    { width_from: '#huge', force_dpr: true },
    'width_from',
    'height',
  ],
  [
    'a viewport with more pixels than the limit',
    { width: 5000, height: 5000, dpr: 2, force_dpr: true },
    'force_dpr',
  ],
  ['a watermark at a private address', { watermark: 'https://169.254.169.254/mark.png' }, 'watermark'],
]

/** Options that are accepted with a warning, which names the option. */
const accepted: [what: string, options: object, named: string][] = [
  ['an element that is hidden', { selector: '#hidden' }, 'selector'],
  ['an element outside of the page', { selector: '#outside' }, 'selector'],
  ['the width of what is hidden', { width_from: '#hidden' }, 'width_from'],
  ['a quality that the format has none of', { quality: 5 }, 'quality'],
]

describe('bad input for pictures', () => {
  const world = useSharedStack()

  async function expectRefused(options: object, named: string[]): Promise<void> {
    const { status, body } = await world.client.sync({ ...page, ...options })
    const details = body.error.details.map(({ option }: { option: string }) => option)
    expect([status, body.error.code, ...details]).toEqual([400, 'InvalidOptions', ...named])
    for (const name of named) expect(body.error.message).toContain(name)
    expect(body.error.message).not.toContain(world.origin.url)
  }

  test.each(refused)('refuses %s', (_, options, ...named) => expectRefused(options, named))

  test('refuses a watermark that is not a picture', () =>
    expectRefused({ watermark_url: `${world.origin.url}/redirect-loop` }, ['watermark_url']))

  test.each(accepted)('accepts %s with a warning', async (_, options, named) => {
    const { status, body } = await world.client.sync({ ...page, ...options })
    expect([status, body.width, body.height]).toEqual([200, 400, 300])
    expect(body.warnings).toEqual([expect.stringContaining(`"${named}"`)])
    const picture = await readPicture(await (await fetch(body.renderUrl)).bytes())
    expect([picture.width, picture.height, picture.at(50, 50)]).toEqual([400, 300, '#00ff00'])
  })
})
