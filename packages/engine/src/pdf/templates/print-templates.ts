import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import { CSS_DPI, type RenderOptions } from '@render/options'
import type { CDPSession } from 'playwright-core'
import { openOwnPage } from '../../browser/open-own-page.ts'
import {
  areTemplatesLoaded,
  fillTemplates,
  placeSheets,
  type Template,
} from '../../in-page/printing/place-templates.ts'
import { readTemplate } from '../../in-page/printing/read-template.ts'
import type { PageContext } from '../../page-context.ts'
import { whileAnswering } from '../../pictures/while-answering.ts'
import { callInPage } from '../../protocol/call-in-page.ts'
import { evaluateAcrossNavigation } from '../../protocol/evaluate-across-navigation.ts'
import { createPageWorld, type PageWorld } from '../../protocol/page-world.ts'
import { print } from '../print.ts'
import type { Printed } from '../print-sheets.ts'
import { openPrinted } from '../printed-file.ts'
import { fillPart } from './fill-template.ts'
import type { TemplateHeights, TemplateName } from './template-heights.ts'
import { pageSetup, TEMPLATE_STYLES } from './template-styles.ts'
import { createTemplateFiles } from './template-files.ts'

/** Browsers take much longer for one long document than for several shorter ones. */
const AT_ONCE = 500
const PAUSE_MS = 20
/** The time limit for pictures and fonts, which are in the page already. */
const LOAD_MS = 5000
/** A warning names this many addresses, and this many characters of each. */
const MAX_NAMED = 5
const MAX_CHARACTERS = 200

export type TemplateTexts = Record<'date' | 'title' | 'url', string>
type Templates = Pick<RenderOptions, 'pdf_header' | 'pdf_footer'>

/**
 * Prints header and footer of each page as a page of its own, in a page that has no network. Returns the paths of files, which
 * together have a page for each one of the document.
 */
export async function printTemplates(
  ctx: PageContext,
  {
    body,
    userUnit = 1,
    keptWidth = Infinity,
    numbering,
  }: Pick<Printed, 'body' | 'userUnit' | 'keptWidth' | 'numbering'>,
  heights: TemplateHeights,
  templates: Templates,
  texts: TemplateTexts,
): Promise<string[]> {
  await using printed = await openPrinted(body.path)
  const sizes = (await printed.readSizes()).map(({ width, height }) => ({
    width: Math.min(width, keptWidth),
    height,
  }))
  const { css, sheets } = pageSetup(sizes, userUnit, numbering?.numbers)
  const allTexts = { ...texts, totalPages: String(numbering?.total ?? sheets.length) }
  const { page, session } = await openOwnPage(ctx.tab)
  try {
    await isolate(session)
    const world = createPageWorld(session)
    const filled = await readTemplates(ctx, world, heights, templates)
    // Styles can take as long to lay out as those of any page.
    const own = { tab: { ...ctx.tab, page, session }, timeBudgetMs: ctx.timeBudgetMs }
    return await evaluateAcrossNavigation(own, async () => {
      await callInPage({ world }, fillTemplates, { templates: filled, css: `${TEMPLATE_STYLES} ${css}` })
      const paths: string[] = []
      for (let from = 0; from < sheets.length; from += AT_ONCE) {
        const some = sheets.slice(from, from + AT_ONCE)
        await callInPage({ world }, placeSheets, { sheets: some, texts: allTexts })
        await untilLoaded(world)
        paths.push(await printPart(ctx, session, 1 / userUnit, some.length, `templates-${from}.pdf`))
      }
      return paths
    })
  } finally {
    // The render does not wait for the page to close; its context closes it at the latest.
    void page.close().catch(() => undefined)
  }
}

async function printPart(
  { scratch, printSemaphore, signal }: PageContext,
  session: CDPSession,
  scale: number,
  count: number,
  name: string,
): Promise<string> {
  const path = await scratch.file(name)
  const printing = (release: () => void) =>
    whileAnswering(session, print(session, path, { ...LOOK, scale }), release)
  await printSemaphore(printing, signal)
  await scratch.take(name)
  await using file = await openPrinted(path)
  const pages = await file.countPages()
  if (pages !== count)
    throw RenderError.forOption(
      'pdf_header',
      '"pdf_header" and "pdf_footer" must not contain page breaks (break-before, break-after, page): each must fit on one page.',
    )
  return path
}

/** Header and footer add nothing to the tags of the document. */
const LOOK = {
  printBackground: true,
  generateTaggedPDF: false,
  generateDocumentOutline: false,
  pageRanges: '',
  paperWidth: 1,
  paperHeight: 1,
}

/** Cuts the page off from the network. */
async function isolate(session: CDPSession): Promise<void> {
  await Promise.all([session.send('Page.enable'), session.send('Network.enable')])
  await session.send('Network.emulateNetworkConditions', {
    offline: true,
    latency: 0,
    downloadThroughput: 0,
    uploadThroughput: 0,
  })
}

/** Reads the templates and fetches their files. */
async function readTemplates(
  ctx: PageContext,
  world: PageWorld,
  heights: TemplateHeights,
  templates: Templates,
): Promise<Template[]> {
  const files = createTemplateFiles(ctx)
  const reading = Object.entries(heights).map(async ([key, inches]): Promise<Template> => {
    const name = key as TemplateName
    const option = `pdf_${name}` as const
    const read = await callInPage({ world }, readTemplate, { name, text: templates[option] })
    if (!read) throw new Error(`The template "${option}" was not read.`)
    if (read.removed.length > 0)
      ctx.warnings.push(`"${option}" is shown without ${read.removed.join(', ')}: templates run nothing.`)
    const parts = await Promise.all(read.parts.map((part) => fillPart(part, files)))
    return { name, height: inches * CSS_DPI, parts }
  })
  const filled = await Promise.all(reading)
  if (files.lost.size > 0) ctx.warnings.push(lostFiles([...files.lost]))
  return filled
}

function lostFiles(addresses: readonly string[]): string {
  const named = addresses.slice(0, MAX_NAMED).map((address) => address.slice(0, MAX_CHARACTERS))
  const others = addresses.length - named.length
  const rest = others > 0 ? ` and ${others} more` : ''
  return `Files of the header or footer could not be fetched: ${named.join(', ')}${rest}.`
}

async function untilLoaded(world: PageWorld): Promise<void> {
  const until = performance.now() + LOAD_MS
  while (!(await callInPage({ world }, areTemplatesLoaded)) && performance.now() < until)
    await sleep(PAUSE_MS)
}
