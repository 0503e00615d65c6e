// Checks that producers of side files read the same page, whatever capture the main output needs.
import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { plan } from '../src/plan.ts'
import { producer } from '../src/producer.ts'
import { stage } from '../src/stage.ts'
import type { PageContext } from '../src/page-context.ts'
import { startInnerEngine } from './inner-engine.ts'
import { page } from './test-engine.ts'

const markup = stage({
  name: 'markup',
  phase: 'read',
  async run(ctx) {
    read.set(ctx, await ctx.tab.page.content())
  },
})
const read = new WeakMap<PageContext, string>()

/** Reads the markup of the page into a side file. */
const reader = producer<PageContext, PageContext>({
  start: (ctx) => ctx,
  onPage: [markup],
  afterPage: [],
  outputs: (ctx) => ({
    beside: [
      {
        type: 'html',
        body: { bytes: Buffer.from(read.get(ctx)!) },
        suffix: '',
        facts: { kind: 'html' },
      },
    ],
  }),
  mock: () => Promise.reject(new Error('not mocked')),
})

/** The page has everything that larger captures change: skipped content, an inner scroller, fixed parts, lazy images. */
const HTML = page(
  `html, body { height: 100% } main { height: 100%; overflow-y: scroll; scroll-snap-type: y proximity }
  section { content-visibility: auto; height: 900px; background: fixed linear-gradient(red, blue) }
  header { position: fixed; top: 0 } img { display: block }`,
  `<main><header>top</header><section>one</section><section>two</section>
  <img loading="lazy" width="9" height="9" src="data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="></main>
  <script>addEventListener('scroll', () => {}, true)</script>`,
)

test('reads the same markup for the viewport, a full page and an element', async () => {
  await using engine = await startInnerEngine()
  const readWith = async (given: GivenOptions): Promise<string> => {
    const options = { html: HTML, ...given }
    const planned = plan(toRenderOptions(resolveOptions(options)))
    const { beside } = await engine.make(options, { ...planned, beside: [reader] })
    const [{ body }] = beside as [(typeof beside)[number]]
    return 'bytes' in body ? String(body.bytes) : ''
  }
  const plain = await readWith({})
  expect(plain).toContain('loading="lazy"')
  expect(await readWith({ full_page: true })).toBe(plain)
  expect(await readWith({ full_page: true, full_page_mode: 'stitch' })).toBe(plain)
  expect(await readWith({ selector: 'section' })).toBe(plain)
})
