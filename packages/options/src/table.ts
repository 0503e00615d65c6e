import { appearance } from './groups/appearance.ts'
import { area } from './groups/area.ts'
import { blocking } from './groups/blocking.ts'
import { browser } from './groups/browser.ts'
import { cache } from './groups/cache.ts'
import { colour } from './groups/colour.ts'
import { failure } from './groups/failure.ts'
import { finishing } from './groups/finishing.ts'
import { fullPage } from './groups/full-page.ts'
import { hiding } from './groups/hiding.ts'
import { identity } from './groups/identity.ts'
import { interaction } from './groups/interaction.ts'
import { llm } from './groups/llm.ts'
import { markdown } from './groups/markdown.ts'
import { network } from './groups/network.ts'
import { pageCode } from './groups/page-code.ts'
import { pdfText } from './groups/pdf-text.ts'
import { pdf } from './groups/pdf.ts'
import { response } from './groups/response.ts'
import { retries } from './groups/retries.ts'
import { routing } from './groups/routing.ts'
import { sideOutputs } from './groups/side-outputs.ts'
import { source } from './groups/source.ts'
import { storageAzure } from './groups/storage-azure.ts'
import { storageS3 } from './groups/storage-s3.ts'
import { thumbnails } from './groups/thumbnails.ts'
import { videoScroll } from './groups/video-scroll.ts'
import { video } from './groups/video.ts'
import { viewport } from './groups/viewport.ts'
import { waiting } from './groups/waiting.ts'
import { webhook } from './groups/webhook.ts'
import type { Option, ValueOf } from './kinds/index.ts'
import { defaultLimits, type Limits } from './limits.ts'

/** The option groups by name; every option belongs to exactly one. */
export function createGroups(limits: Limits) {
  const page = { ...waiting(limits), ...pageCode(limits), ...hiding(limits), ...interaction(limits) }
  const drawn = { ...viewport(limits), ...area(limits), ...appearance }
  const reached = { ...identity(limits), ...network, ...browser, ...blocking }
  return {
    source: source(limits),
    viewport: viewport(limits),
    area: area(limits),
    fullPage: fullPage(limits),
    appearance,
    colour,
    finishing,
    thumbnails: thumbnails(limits),
    waiting: waiting(limits),
    pageCode: pageCode(limits),
    hiding: hiding(limits),
    interaction: interaction(limits),
    blocking,
    identity: identity(limits),
    network,
    browser,
    failure,
    retries: retries(limits, { ...page, ...drawn, ...reached, ...response }),
    pdf,
    pdfText,
    video: video(limits),
    videoScroll: videoScroll(limits),
    sideOutputs,
    markdown,
    llm,
    storageS3,
    storageAzure,
    cache,
    response,
    webhook,
    routing,
  }
}

/** Every option of a render, by its wire name. */
function tableOf(groups: ReturnType<typeof createGroups>) {
  return {
    ...groups.source,
    ...groups.viewport,
    ...groups.area,
    ...groups.fullPage,
    ...groups.appearance,
    ...groups.colour,
    ...groups.finishing,
    ...groups.thumbnails,
    ...groups.waiting,
    ...groups.pageCode,
    ...groups.hiding,
    ...groups.interaction,
    ...groups.blocking,
    ...groups.identity,
    ...groups.network,
    ...groups.browser,
    ...groups.failure,
    ...groups.retries,
    ...groups.pdf,
    ...groups.pdfText,
    ...groups.video,
    ...groups.videoScroll,
    ...groups.sideOutputs,
    ...groups.markdown,
    ...groups.llm,
    ...groups.storageS3,
    ...groups.storageAzure,
    ...groups.cache,
    ...groups.response,
    ...groups.webhook,
    ...groups.routing,
  }
}

/** The table within an operator's limits. */
export function createTable(limits: Limits): Table {
  return tableOf(createGroups(limits))
}

type Table = ReturnType<typeof tableOf>
export type OptionName = keyof Table
export type OptionValue<N extends OptionName> = ValueOf<Table[N]>
export type WithDefault = {
  [N in OptionName]: undefined extends Table[N]['default'] ? never : N
}[OptionName]

/** Option values as a caller gave them, coerced and valid. */
export type GivenOptions = { [N in OptionName]?: OptionValue<N> }

export const groups = createGroups(defaultLimits)
const table = tableOf(groups)

export const optionNames = Object.keys(table) as OptionName[]

/** The row of an option within the usual limits, typed loosely for code that treats all options alike. */
export function optionOf(name: OptionName): Option<unknown> {
  return table[name]
}
