import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { readPicture } from '@render/testkit'
import { createScratch } from '../../../src/index.ts'
import { readPdf, type PdfFile } from '../../documents/poppler.ts'
import { page } from '../../test-engine.ts'
import { oncePerWorld, type Probe, type Rows, type World } from '../probe.ts'

const WORD = page('p { margin: 0 } h2 { break-before: page }', '<p>word</p>')
const TWELVE = page(
  'p { margin: 0; break-after: page }',
  Array.from({ length: 12 }, (_, index) => `<p>n${index + 1}</p>`).join(''),
)

/** Renders a PDF and reads it. */
async function withPdf<T>(
  { engine }: World,
  options: GivenOptions,
  read: (file: PdfFile) => T | Promise<T>,
): Promise<T> {
  await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
  const { body } = await engine.make({ html: WORD, format: 'pdf', ...options }, { scratch })
  await using file = await readPdf(body)
  return await read(file)
}

const sizeOf = (world: World, options: GivenOptions) => withPdf(world, options, ({ size }) => size)
const textsOf = (world: World, options: GivenOptions) =>
  withPdf(world, options, async (file) => (await file.texts()).map((text) => text.trim()))
const wordOf = (world: World, options: GivenOptions) =>
  withPdf(world, options, async (file) => (await file.words())[0]![0]!)

/** Expects a size in points, but for the rounding of the browser. */
const near = (width: number, height: number) => [width, height].map((side) => expect.closeTo(side, -0.3))

const plain = oncePerWorld((world) => wordOf(world, {}))
const heightOf = ({ yMin, yMax }: { yMin: number; yMax: number }) => yMax - yMin
const ownSize = oncePerWorld((world) => sizeOf(world, { pdf_page_width: 400, pdf_page_height: 300 }))

const MARGINS = {
  Top: { length: 100, points: 75 },
  Right: { length: '1in', points: 72 },
  Bottom: { length: '36pt', points: 36 },
  Left: { length: '1cm', points: 28.3 },
} as const
type Side = keyof typeof MARGINS

/** Returns the distances in points of the outermost words from the sides of the page. */
async function distances(world: World, options: GivenOptions): Promise<Record<Side, number>> {
  const html = page(
    'html, body { height: 100vh } p { margin: 0; position: absolute; line-height: 1; top: 0; left: 0 } p + p { inset: auto 0 0 auto }',
    '<p>first</p><p>last</p>',
  )
  return await withPdf(world, { html, ...options }, async (file) => {
    const [width, height] = file.size
    const [first, last] = (await file.words())[0]!
    return { Left: first!.xMin, Top: first!.yMin, Right: width - last!.xMax, Bottom: height - last!.yMax }
  })
}
const bare = oncePerWorld((world) => distances(world, {}))
const withMargins = oncePerWorld((world) =>
  distances(
    world,
    Object.fromEntries(
      Object.entries(MARGINS).map(([side, { length }]) => [`pdf_margin_${side.toLowerCase()}`, length]),
    ),
  ),
)

function marginOf(side: Side): Record<string, Probe> {
  const { length, points } = MARGINS[side]
  return {
    [`of ${length} keeps the page ${points} points away from its side`]: async (world) => {
      expect((await withMargins(world))[side] - (await bare(world))[side]).toBeCloseTo(points, -0.3)
    },
  }
}

/** The names of texts in the document information, by option. */
const TEXTS = {
  pdf_subject: 'Subject',
  pdf_author: 'Author',
  pdf_keywords: 'Keywords',
  pdf_creator: 'Creator',
} as const
const informed = oncePerWorld((world) =>
  withPdf(
    world,
    Object.fromEntries(Object.keys(TEXTS).map((option) => [option, `${option}, zw\u00f6lf\n\u2603`])),
    ({ info }) => info,
  ),
)

/** Expects a text in the document information, without control characters. */
function inform(option: keyof typeof TEXTS): Record<string, Probe> {
  return {
    'is written as it is, without control characters': async (world) => {
      expect((await informed(world))[TEXTS[option]]).toBe(`${option}, zw\u00f6lf\u2603`)
    },
  }
}

/** Returns the words of a page with their half of it. */
const places = (world: World, options: GivenOptions) =>
  withPdf(world, { html: page('', '<title>titled</title>word'), ...options }, async (file) =>
    (await file.words())[0]!.map(({ text, yMin }) => [text, yMin < file.size[1] / 2 ? 'header' : 'footer']),
  )
const usualTemplates = oncePerWorld((world) =>
  places(world, { pdf_show_header: true, pdf_show_footer: true }),
)
const hiddenTemplates = oncePerWorld((world) => places(world, { pdf_header: 'own', pdf_footer: 'own' }))

/** Expects a template in one half of the page, when its flag is set. */
function rowsOfTemplate(name: 'header' | 'footer'): Rows {
  const [flag, template] = [`pdf_show_${name}`, `pdf_${name}`] as const
  return {
    [flag]: {
      'shows the usual one on its side': async (world) => {
        expect(await usualTemplates(world)).toContainEqual([name === 'header' ? 'titled' : '1/1', name])
        expect(await hiddenTemplates(world)).toEqual([['word', 'header']])
      },
    },
    [template]: {
      'takes the place of the usual one': async (world) => {
        const words = await places(world, { [flag]: true, [template]: '<b>own</b>' })
        expect(words.filter(([text]) => text !== 'word')).toEqual([['own', name]])
      },
    },
  }
}

const HEADINGS = page('', '<h1>first</h1><h2>second</h2><h3>third</h3><h1>fourth</h1>')
const readHeadings = (world: World, options: GivenOptions) =>
  withPdf(world, { html: HEADINGS, ...options }, async (file) => ({
    outline: await file.outline(),
    tagged: file.info.Tagged,
  }))
const plainHeadings = oncePerWorld((world) => readHeadings(world, {}))

export const pdf: Rows = {
  ...rowsOfTemplate('header'),
  ...rowsOfTemplate('footer'),
  pdf_page_size: {
    'a name is the size of its paper': async (world) => {
      expect(await sizeOf(world, { pdf_page_size: 'legal' })).toEqual(near(612, 1008))
      expect(await sizeOf(world, { pdf_page_size: 'ledger' })).toEqual(near(1224, 792))
      const largest = await sizeOf(world, { pdf_page_size: 'a0', pdf_orientation: 'landscape' })
      expect(largest).toEqual(near(3370, 2384))
    },
  },
  pdf_page_width: {
    'is the width': async (world) => {
      expect((await ownSize(world))[0]).toEqual(near(300, 225)[0])
    },
  },
  pdf_page_height: {
    'is the height': async (world) => {
      expect((await ownSize(world))[1]).toEqual(near(300, 225)[1])
    },
  },
  pdf_dpi: {
    'is the number of pixels in an inch of paper': async (world) => {
      const options = { pdf_page_width: 400, pdf_page_height: 300, pdf_margin_left: 72, pdf_dpi: 72 }
      const [size, word] = await withPdf(
        world,
        options,
        async (file) => [file.size, (await file.words())[0]![0]!] as const,
      )
      expect(size).toEqual(near(400, 300))
      expect(word.xMin).toBeCloseTo(72, -0.3)
    },
  },
  pdf_orientation: {
    'turns the own paper of the page, or a4, when no paper is named': async (world) => {
      expect(await sizeOf(world, { pdf_orientation: 'landscape' })).toEqual(near(842, 595))
      const html = page('@page { size: letter }', 'x')
      expect(await sizeOf(world, { html, pdf_orientation: 'landscape' })).toEqual(near(792, 612))
      expect(await sizeOf(world, { html, pdf_orientation: 'portrait', pdf_dpi: 72 })).toEqual(near(612, 792))
    },
  },
  pdf_margin: {
    'is the margin of a side': async (world) => {
      expect((await wordOf(world, { pdf_margin: 'default' })).xMin).toBeCloseTo(28.8, -0.3)
    },
  },
  pdf_margin_top: marginOf('Top'),
  pdf_margin_right: marginOf('Right'),
  pdf_margin_bottom: marginOf('Bottom'),
  pdf_margin_left: marginOf('Left'),
  pdf_scale: {
    'scales the page on the same paper': async (world) => {
      await withPdf(world, { pdf_scale: 0.5 }, async (file) => {
        const [word] = (await file.words())[0]!
        expect(heightOf(word!) / heightOf(await plain(world))).toBeCloseTo(0.5, 1)
        expect(file.size).toEqual(near(595, 842))
      })
    },
    'keeps text that begins at the right edge on the paper, and the direction of what stands in the margins':
      async (world) => {
        const wordsOf = (style: string) =>
          withPdf(world, { html: page(style, '<b>word</b>'), pdf_scale: 0.5 }, async (file) => {
            const words = (await file.words())[0]!
            return words.map(({ text, xMax }) => [text, Math.round(xMax)])
          })
        const onTop = '@page { margin-top: 60px; @top-left { content: "top!" } }'
        const rightToLeft = await wordsOf(`${onTop} html { direction: rtl }`)
        expect(rightToLeft).toEqual([
          ['!top', expect.any(Number)],
          ['word', expect.closeTo(595, -1)],
        ])
        const ownDirection = await wordsOf('@page { direction: rtl }')
        expect(ownDirection).toEqual([['word', expect.closeTo(17, -1)]])
        const vertical = await wordsOf('html { writing-mode: vertical-rl }')
        expect(vertical).toEqual([['word', expect.closeTo(595, -1)]])
      },
  },
  pdf_fit_to_page: {
    'shrinks a wide page until all of it is on the paper, and enlarges none': async (world) => {
      const wide = page(
        'main { display: flex; justify-content: space-between; width: 2000px }',
        '<main><b>left</b><b>right</b></main>',
      )
      const words = (pdf_fit_to_page: boolean) =>
        withPdf(world, { html: wide, pdf_fit_to_page }, async (file) => (await file.words())[0]!)
      const fitted = await words(true)
      expect(fitted.map(({ text }) => text)).toEqual(['left', 'right'])
      expect(fitted[1]!.xMax).toBeLessThanOrEqual(596)
      expect(fitted[1]!.xMax).toBeGreaterThan(580)
      expect((await words(false)).at(-1)!.xMax).not.toBeCloseTo(fitted[1]!.xMax, 0)
      const height = async (options: GivenOptions) => heightOf(await wordOf(world, options))
      const usual = heightOf(await plain(world))
      expect(await height({ pdf_fit_to_page: true })).toBeCloseTo(usual, 1)
      expect(await height({ pdf_fit_to_page: true, pdf_scale: 0.5 })).toBeCloseTo(usual / 2, 0)
      const landscape = page(`@page { size: 297mm 210mm } main { width: 1120px }`, '<main>word</main>')
      const heights = [{ html: landscape }, { html: landscape, pdf_fit_to_page: true }].map(height)
      expect((await heights[1])!).toBeCloseTo((await heights[0])!, 0)
      // Browsers scale to a tenth at least.
      const endless = page('p { margin: 0; width: 20000px }', '<p>word</p>')
      expect(await height({ html: endless, pdf_fit_to_page: true })).toBeCloseTo(usual / 10, 0)
    },
    'measures what is on paper of a named page against that paper, once for each width, and leaves the page as it is':
      async (world) => {
        const scaleOf = (style: string, more = '') => {
          const wide =
            '<section>wide<div style="width: 1400px">table</div><aside>small</aside></section><h6>full</h6>'
          const html = page(
            `@page { size: A4; margin: 1cm } @page wide { size: A3 landscape } @page small { size: 105mm 148mm } @page full { margin: 15cm }
            section { page: wide } aside { page: small } h6 { page: full } ${style}`,
            `<main style="will-change: transform"><p style="width: 75px; text-align: justify; text-align-last: justify; font: 8px monospace; margin: 0">a b</p>${wide}${more}</main>`,
          )
          return withPdf(world, { html, pdf_fit_to_page: true }, async (file) => {
            const words = (await file.words()).flat()
            return {
              scale: (words[1]!.xMax - words[0]!.xMin) / (75 * 0.75),
              last: words.at(-1)!.text,
            }
          })
        }
        const chapters = Array.from({ length: 40 }, (_, index) => `chapter${index}`)
        const rules = chapters.map(
          (name, index) =>
            `@page ${name} { size: ${['A3 landscape', 'A5'][index % 2]} } #${name} { page: ${name} }`,
        )
        const script = `let resizes = 0
          new MutationObserver((_, observer) => { observer.disconnect(); document.querySelector('p').style.width = '300px' }).observe(document.body, { attributes: true, subtree: true })
          addEventListener('resize', () => { resizes += 1 })
          addEventListener('beforeprint', () => { document.querySelector('output').textContent = resizes })`
        const { scale, last } = await scaleOf(
          rules.join(' '),
          `${chapters.map((name) => `<div id="${name}">c</div>`).join('')}<script>${script}</script><output></output>`,
        )
        expect(scale).toBeCloseTo(1, 1)
        expect(Number(last)).toBeLessThanOrEqual(5)
        const printable = ((105 - 20) / 25.4) * 96
        const small = await scaleOf('aside { width: 600px; margin: 0 } body { margin: 0 }')
        expect(small.scale).toBeCloseTo(printable / 600, 1)
      },
    'compares vertical lines with the height of the paper, and lets the page continue sideways': async (
      world,
    ) => {
      const html = page(
        'body { writing-mode: vertical-rl } p { margin: 0; width: 30px } main { display: flex; justify-content: space-between; height: 2246px }',
        `<main><b>top</b><b>bottom</b></main>${'<p>line</p>'.repeat(120)}`,
      )
      await withPdf(world, { html, pdf_fit_to_page: true }, async (file) => {
        const words = (await file.words())[0]!
        const [top, bottom] = ['top', 'bottom'].map((each) => words.find(({ text }) => text === each))
        expect([top?.yMin, bottom?.yMax]).toEqual([expect.closeTo(0, -1), expect.closeTo(842, -1)])
        expect(file.pages).toBe(3)
      })
    },
  },
  pdf_page_range: {
    'keeps these pages once and in their order': async (world) => {
      const pages = (pdf_page_range: string) => textsOf(world, { html: TWELVE, pdf_page_range })
      expect(await pages('1-3,5')).toEqual(['n1', 'n2', 'n3', 'n5'])
      expect(await pages('11-, 2, 1,2')).toEqual(['n1', 'n2', 'n11', 'n12'])
      expect(await pages('12-99')).toEqual(['n12'])
    },
  },
  pdf_background: {
    'false leaves out backgrounds that the page does not insist on': async (world) => {
      const html = page(
        'div { height: 100px; background: red } .exact { background: lime; print-color-adjust: exact }',
        '<div></div><div class="exact"></div>',
      )
      const colours = (pdf_background: boolean) =>
        withPdf(world, { html, pdf_background }, async (file) => {
          const drawn = await readPicture(await file.draw(24))
          return [drawn.at(25, 12), drawn.at(25, 37)]
        })
      expect(await colours(true)).toEqual(['#ff0000', '#00ff00'])
      expect(await colours(false)).toEqual(['#ffffff', '#00ff00'])
    },
  },
  pdf_outline: {
    'makes bookmarks of the headings by their level, and tags for them': async (world) => {
      expect(await readHeadings(world, { pdf_outline: true, pdf_tagged: false })).toEqual({
        outline: [
          ['first', [['second', [['third', []]]]]],
          ['fourth', []],
        ],
        tagged: 'yes',
      })
      expect(await plainHeadings(world)).toEqual({ outline: [], tagged: 'yes' })
    },
  },
  pdf_tagged: {
    'false leaves the tags out': async (world) => {
      expect((await plainHeadings(world)).tagged).toBe('yes')
      expect((await readHeadings(world, { pdf_tagged: false })).tagged).toBe('no')
    },
  },
  pdf_auto_crop: {
    'leaves out empty pages at the end, before the range is taken': async (world) => {
      const html = page(
        'body { background: #eee } p { margin: 0; break-after: page }',
        '<p>n1</p><p>&nbsp;</p><p>n3</p><p>&nbsp;</p><p>&nbsp;</p><p>&nbsp;</p>',
      )
      const pages = (options: GivenOptions) => withPdf(world, { html, ...options }, (file) => file.pages)
      expect(await pages({})).toBe(6)
      expect(await pages({ pdf_auto_crop: true })).toBe(3)
      expect(await pages({ pdf_auto_crop: true, pdf_page_range: '3-5' })).toBe(1)
      await expect(pages({ pdf_auto_crop: true, pdf_page_range: '4-' })).rejects.toMatchObject({
        code: 'InvalidOptions',
      })
    },
    'many empty pages at the end are left out too': async (world) => {
      const html = page('p { break-after: page }', `<p>n1</p><p>n2</p>${'<p>&nbsp;</p>'.repeat(45)}`)
      expect(await withPdf(world, { html, pdf_auto_crop: true }, ({ pages }) => pages)).toBe(2)
    },
    'one page ends with what is on it, but for the margin, unless it has a footer': async (world) => {
      const html = page(
        'main { height: 3000px } div { height: 700px; background: red }',
        '<main><div></div></main>',
      )
      const options = { html, full_page: true, pdf_margin_top: 100, pdf_margin_bottom: 200 }
      expect(await sizeOf(world, options)).toEqual(near(960, 2475))
      expect(await sizeOf(world, { ...options, pdf_auto_crop: true })).toEqual(near(960, 750))
      const footer = { pdf_show_footer: true, pdf_footer: 'end' }
      expect(await sizeOf(world, { ...options, ...footer, pdf_auto_crop: true })).toEqual(near(960, 2475))
    },
    'an empty document keeps a page': async (world) => {
      expect(await withPdf(world, { html: ' ', pdf_auto_crop: true }, ({ pages }) => pages)).toBe(1)
    },
  },
  pdf_title: {
    'is written as it is, and shown by viewers; tags, outline and text stay': async (world) => {
      const html = page(
        '',
        '<title>own</title><h1>first</h1><h2>second</h2><script>document.documentElement.lang = "de"</script>',
      )
      const read = (options: GivenOptions) =>
        withPdf(world, { html, pdf_outline: true, ...options }, async (file) => {
          const { language, showsTitle } = await file.catalogue()
          return {
            title: [file.info.Title, showsTitle],
            facts: [file.info.Tagged, file.pages, language],
            content: [await file.texts(), await file.structure(), await file.outline()],
          }
        })
      const [plain, titled] = [await read({}), await read({ pdf_title: 'T\u00eftle \u2603 )\\(' })]
      expect(plain).toMatchObject({ title: ['own', true], facts: ['yes', 1, '(de)'] })
      expect(titled).toEqual({ ...plain, title: ['T\u00eftle \u2603 )\\(', true] })
    },
    'an empty one removes it': (world) =>
      withPdf(world, { html: page('', '<title>own</title>'), pdf_title: '' }, ({ info }) =>
        expect(info.Title ?? '').toBe(''),
      ),
  },
  pdf_subject: inform('pdf_subject'),
  pdf_author: inform('pdf_author'),
  pdf_keywords: inform('pdf_keywords'),
  pdf_creator: inform('pdf_creator'),
}
