import { appearance } from '../groups/page/appearance.ts'
import { area } from '../groups/picture/area.ts'
import { blocking } from '../groups/visit/blocking.ts'
import { browser } from '../groups/visit/browser.ts'
import { cache } from '../groups/delivery/cache.ts'
import { colour } from '../groups/page/colour.ts'
import { failure } from '../groups/visit/failure.ts'
import { finishing } from '../groups/picture/finishing.ts'
import { fullPage } from '../groups/picture/full-page.ts'
import { hiding } from '../groups/page/hiding.ts'
import { identity } from '../groups/visit/identity.ts'
import { interaction } from '../groups/page/interaction.ts'
import { llm } from '../groups/document/llm.ts'
import { markdown } from '../groups/document/markdown.ts'
import { network } from '../groups/visit/network.ts'
import { pageCode } from '../groups/page/page-code.ts'
import { pdfText } from '../groups/document/pdf-text.ts'
import { pdf } from '../groups/document/pdf.ts'
import { response } from '../groups/delivery/response.ts'
import { retries } from '../groups/visit/retries.ts'
import { routing } from '../groups/delivery/routing.ts'
import { sideOutputs } from '../groups/document/side-outputs.ts'
import { source } from '../groups/page/source.ts'
import { storageAzure } from '../groups/delivery/storage-azure.ts'
import { storageS3 } from '../groups/delivery/storage-s3.ts'
import { thumbnails } from '../groups/picture/thumbnails.ts'
import { videoScroll } from '../groups/video/video-scroll.ts'
import { video } from '../groups/video/video.ts'
import { viewport } from '../groups/page/viewport.ts'
import { waiting } from '../groups/page/waiting.ts'
import { webhook } from '../groups/delivery/webhook.ts'
import type { Option, ValueOf } from '../kinds/index.ts'
import { defaultLimits, type Limits } from './limits.ts'

/** Creates the option groups by name; every option belongs to exactly one. */
export function createGroups(limits: Limits) {
  const page = {
    waiting: waiting(limits),
    pageCode: pageCode(limits),
    hiding: hiding(limits),
    interaction: interaction(limits),
  }
  const view = { viewport: viewport(limits), area: area(limits) }
  const who = identity(limits)
  const retried = {
    ...page.waiting,
    ...page.pageCode,
    ...page.hiding,
    ...page.interaction,
    ...view.viewport,
    ...view.area,
    ...appearance,
    ...who,
    ...network,
    ...browser,
    ...blocking,
    ...response,
  }
  return {
    source: source(limits),
    ...view,
    fullPage: fullPage(limits),
    appearance,
    colour,
    finishing,
    thumbnails: thumbnails(limits),
    ...page,
    blocking,
    identity: who,
    network,
    browser,
    failure,
    retries: retries(limits, retried),
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

type Groups = ReturnType<typeof createGroups>
type IntersectionOf<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never
type Merged = IntersectionOf<Groups[keyof Groups]>
type Table = { [Name in keyof Merged]: Merged[Name] }

/** Creates the table within an operator's limits: every option of a render, by its wire name. */
export function createTable(limits: Limits): Table {
  return tableOf(createGroups(limits))
}

function tableOf(groups: Groups): Table {
  return Object.assign({}, ...Object.values(groups)) as Table
}

export type OptionName = keyof Table
export type OptionValue<N extends OptionName> = ValueOf<Table[N]>
export type WithDefault = {
  [N in OptionName]: undefined extends Table[N]['default'] ? never : N
}[OptionName]

/** The structures that the engine works with, by the options that are read into one. */
export type Structures = {
  [N in OptionName as Table[N] extends { read: unknown } ? N : never]: Table[N] extends {
    read: (value: never) => infer R
  }
    ? R
    : never
}

/** Option values that a caller gave, coerced and validated. */
export type GivenOptions = { [N in OptionName]?: OptionValue<N> }

export const groups = createGroups(defaultLimits)
const table = tableOf(groups)

export const optionNames = Object.keys(table) as OptionName[]

/** Returns the row of an option within the default limits, loosely typed for code that handles all options alike. */
export function optionOf(name: OptionName): Option<unknown> {
  return table[name]
}
