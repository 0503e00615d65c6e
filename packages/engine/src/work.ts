import type { HttpClient, Route } from '@render/net'
import type { BrowserContextOptions, JSHandle } from 'playwright-core'
import type { Tab, TabOptions } from './browser/tabs.ts'
import type { Captures } from './captures.ts'
import type { Consent } from './consent/follow-consent.ts'
import type { PageLimits } from './page-limits.ts'
import type { SignRequest } from './identity/bot-signer.ts'
import type { PictureBounds } from './picture-limits.ts'
import type { High } from './in-page/find-high.ts'
import type { Picture } from './pictures/picture.ts'
import type { Rasteriser } from './rasteriser.ts'
import type { Traffic } from './settling/traffic.ts'
import type { SideFile } from './side-file.ts'
import type { Detour } from './split-way.ts'
import type { Uplinks } from './uplinks.ts'

/** What the stages of one render hand to each other. */
export interface Work {
  /** Aborted when the render is over: pauses end with it. */
  readonly signal: AbortSignal
  readonly captures: Captures
  readonly bounds: PictureBounds
  readonly pageLimits: PageLimits
  /** Reaches what options name beside the page; by the address policy, bounded. */
  readonly http: Pick<HttpClient, 'download'>
  readonly rasteriser: Rasteriser
  readonly uplinks: Uplinks
  /** Addresses of the project's own. */
  readonly projectProxies?: readonly string[]
  /** Undefined where the operator has no key for it. */
  readonly signRequest?: SignRequest
  /** The picture that `watermark: true` stands for, as a `data:` address. */
  readonly serviceMark: string
  readonly openTab: (options: TabOptions) => Promise<Tab>
  /** What the page's context is made with; read when the page is opened. */
  readonly contextOptions: BrowserContextOptions
  /** There where not all of the page's connections are direct. */
  route?: Route
  /** The option by which the caller named the proxy that it leads through. */
  proxyOption?: 'proxy' | 'use_proxy'
  /** There where some requests go another way than the page's connections. */
  detour?: Detour
  /** What the page is laid out for; there from the stage that decides it. */
  viewport: Viewport
  /** There from the stage that opens the page. */
  tab: Tab
  /** What the page is asked for by, where that is not what `url` says. */
  securedUrl?: string
  /** Whether it was loaded again after the first scroll, and all that was done to it before is gone. */
  isReloaded: boolean
  /** There where banners about cookies are to be accepted. */
  consent?: Consent
  /** Options that waited in vain. */
  readonly unmet: Set<string>
  /** What the options that click did; there where that is asked for. */
  clicks?: Click[]
  /** There where the page is to settle. */
  traffic?: Traffic
  /** Statuses of the main document: the one shown, and the first of its redirects. */
  response?: { statusCode: number; statusCodeInitial: number }
  /** There when the address answered a PDF. */
  pdf?: Promise<Buffer>
  /** There from the stage that measures it. */
  bandwidthBytes: number
  /** What was as high as the viewport before that could grow; undefined when nobody asked. */
  high?: JSHandle<High[]>
  /** Milliseconds that the page, once it is loaded, may keep us waiting for answers in all. */
  patienceMs: number
  /** What to capture; the viewport when undefined. */
  area?: Area
  /** Whether that is the page as a whole. */
  isWholePage: boolean
  /** The most, in CSS pixels, that is captured at once, the page scrolled to it; all at once when undefined. */
  sectionSize?: { width: number; height: number }
  /** Pixels of the picture for each device pixel of the page: below 1 where it would be too large. */
  scale: number
  /** There from the stage that takes it. */
  picture: Picture
  /** What is made beside it. */
  readonly files: SideFile[]
  /** Sentences for the caller. */
  readonly warnings: string[]
}

export interface Viewport {
  /** CSS pixels. */
  width: number
  height: number
  /** Device pixels for each of them. */
  ratio: number
}

/**
 * A part of the document in CSS pixels, as `scrollX` and `scrollY` count them: a page that is written from right to left
 * begins at 0 and goes on below it.
 */
export interface Area {
  x: number
  y: number
  width: number
  height: number
}

/** What a selector to click found, and how many of that were clicked. */
export interface Click {
  selector: string
  matched: number
  clicked: number
}

type Given =
  | 'signal'
  | 'captures'
  | 'bounds'
  | 'pageLimits'
  | 'http'
  | 'uplinks'
  | 'projectProxies'
  | 'signRequest'
  | 'rasteriser'
  | 'serviceMark'
  | 'openTab'

/** The state of a render before its first stage. */
export function startWork(given: Pick<Work, Given>): Work {
  let viewport: Viewport | undefined
  let tab: Tab | undefined
  let picture: Picture | undefined
  return {
    ...given,
    contextOptions: {},
    bandwidthBytes: 0,
    patienceMs: 0,
    isReloaded: false,
    unmet: new Set(),
    isWholePage: false,
    scale: 1,
    files: [],
    warnings: [],
    get viewport() {
      return present(viewport, 'viewport')
    },
    set viewport(decided) {
      viewport = decided
    },
    get tab() {
      return present(tab, 'page')
    },
    set tab(opened) {
      tab = opened
    },
    get picture() {
      return present(picture, 'picture')
    },
    set picture(taken) {
      picture = taken
    },
  }
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`A stage asked for the ${name} before there is one.`)
  return value
}
