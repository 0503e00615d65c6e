import type { HttpClient, ProxyRoute } from '@render/net'
import type { Diagnostics } from '@render/outputs'
import type { BrowserContextOptions } from 'playwright-core'
import type { Tab, TabOptions } from './browser/tab.ts'
import type { CpuSemaphore } from './cpu-semaphore.ts'
import type { Viewport } from './geometry.ts'
import type { Consent } from './consent/track-consent.ts'
import type { PageLimits } from './page-limits.ts'
import type { Encode } from './video/encode.ts'
import type { VideoLimits } from './video/video-limits.ts'
import type { SignRequest } from './identity/bot-signer.ts'
import type { Semaphore } from './semaphore.ts'
import type { PictureBounds } from './picture-limits.ts'
import type { ReservePixels } from './pixel-memory.ts'
import type { PdfTools } from './programs/pdf-tools.ts'
import type { Traffic } from './settling/traffic.ts'
import type { Navigations } from './requests/track-navigation-responses.ts'
import type { Requests } from './requests/track-resources.ts'
import type { LoadedFiles } from './self-contained/track-loaded-files.ts'
import type { SplitTunnel } from './proxying/split-tunnel.ts'
import type { Scratch } from './scratch/render-scratch.ts'
import type { Target } from './target.ts'
import type { UpstreamProxies } from './proxying/upstream-proxies.ts'

/** The parts and settings that all renders of an engine share. */
export interface EngineParts {
  readonly cpuSemaphore: CpuSemaphore
  /** Bounds the prints under way: they can take long, and must not delay pictures. */
  readonly printSemaphore: Semaphore
  readonly bounds: PictureBounds
  readonly pageLimits: PageLimits
  /** Reaches addresses that options name, within the address policy and the size limits. */
  readonly http: Pick<HttpClient, 'download' | 'request'>
  readonly pdfTools: PdfTools
  readonly encode: Encode
  readonly videoLimits: VideoLimits
  readonly upstreamProxies: UpstreamProxies
  /** Undefined when the operator has no signing key. */
  readonly signRequest?: SignRequest
  /** The picture of `watermark: true`, as a `data:` address. */
  readonly serviceMark: string
}

/** The parts and settings that the stages of a render use. They do not change while it runs. */
export interface RenderScope extends EngineParts {
  /** Aborted when the render ends, which also ends pauses. */
  readonly signal: AbortSignal
  readonly target: Target
  readonly openTab: (options: TabOptions) => Promise<Tab>
  readonly reservePixels: ReservePixels
  /** Addresses of the project's own proxies. */
  readonly projectProxies?: readonly string[]
  /** Holds files of outputs that are too large for memory. */
  readonly scratch: Scratch
  /** Called with the frames of a video that are done, of those to do. */
  readonly onFrame?: (done: number, total: number) => void
}

/** The state of one page, from before it is opened. Every output of the render is made from it. */
export interface PageContext extends RenderScope {
  /** Options of the browser context; read when the page is opened. */
  readonly contextOptions: BrowserContextOptions
  /** Set when connections of the page go through an upstream proxy. */
  route?: ProxyRoute
  /** The option that named the proxy in `route`. */
  proxyOption?: 'proxy' | 'use_proxy'
  /** Set when some requests take another route than the page's connections. */
  splitTunnel?: SplitTunnel
  /** Set by the stage that decides the layout's size. */
  viewport: Viewport
  /** Set by the stage that opens the page. */
  tab: Tab
  /** The address of the page after redirects; also known when its tab is closed. */
  readonly finalUrl: string
  /** The address that the page is loaded from: the target's, or its https form while that can be loaded. */
  address?: URL
  /** True when scripts are off for the rest of the render: with `disable_js`, or because its article replaced the page. */
  areScriptsOff: boolean
  /** True when the server of the page's document forbids it to run scripts. */
  isSandboxed: boolean
  /** False when no scripts of the page run, for one of these reasons. Timers and frames of our world do not run then either. */
  readonly runsScripts: boolean
  /** True once markup without an address was written into the page. */
  isWritten: boolean
  /** True when the address failed to load and the render continues: there is nothing to load again. */
  hasFailedToLoad: boolean
  /** True when the page was reloaded after the first scroll, which discards all earlier changes to it. */
  isReloaded: boolean
  /** True when the page did not load in time, and a warning says so. */
  isLoadCutShort: boolean
  /** True when a page that was locked was made scrollable again since `scroll-to`, whose scroll the lock may have undone. */
  isUnlocked: boolean
  /** True once an element was hidden by its XPath. */
  isXpathMatched: boolean
  /** True once the warm-up scroll may have changed the markup. */
  isWarmedUp: boolean
  /**
   * True once the warm-up has found that the document does nothing by itself: it looks the same wherever it is scrolled to, and
   * notices no capture.
   */
  isInert: boolean
  /** How far the page was scrolled before the warm-up, in CSS pixels; undefined for an inert page of which only a print is made. */
  offsetBeforeWarmUp?: { top: number; left: number }
  /** Set when cookie banners are to be accepted. */
  consent?: Consent
  /** The wait options that ended without a match. */
  readonly unmet: Set<string>
  /** The results of the click options; set with `save_clicks`. */
  clicks?: Click[]
  /** Set when the requests of the page are limited. Lets the next load of the page make as many as the first one. */
  restartRequestCount?: () => Promise<void>
  /** Set when the page is to settle. */
  traffic?: Traffic
  /** Set when the page is to be written with its files. */
  files?: LoadedFiles
  /** Set when the result contains the headers of the page. */
  navigations?: Navigations
  /** Set when the result contains the requests of the page. */
  requests?: Requests
  /** Set when the answer contains the console and the failed requests of the page. */
  diagnostics?: Diagnostics
  /** First and last status of the main document. */
  response?: { statusCode: number; statusCodeInitial: number }
  /** Set when the address answered with a PDF. */
  loadedPdf?: Promise<Buffer>
  /** Bytes between the page and the network; set just before the page is closed. */
  bandwidthBytes: number
  /** True when the page's world holds the elements that were as high as the viewport before they could grow. */
  hasRecordedHeights: boolean
  /** The time budget: milliseconds that the loaded page may still take for all its replies together. */
  timeBudgetMs: number
  /** Set when the page was replaced by its article. `selector` then stands for the caller's one, if that had a match. */
  article?: { selector?: string }
  /** Style rules of options, which no element of the page contains. */
  readonly addedStyles: Set<string>
  /** Warnings for the caller, each a full sentence. */
  readonly warnings: string[]
}

/** The matches of one click selector. */
export interface Click {
  selector: string
  matched: number
  clicked: number
}

/** The state of a page before its first stage. */
export function startPageContext(scope: RenderScope): PageContext {
  let viewport: Viewport | undefined
  let tab: Tab | undefined
  return {
    ...scope,
    address: scope.target.url,
    contextOptions: {},
    bandwidthBytes: 0,
    timeBudgetMs: 0,
    areScriptsOff: false,
    isSandboxed: false,
    get runsScripts() {
      return !this.areScriptsOff && !this.isSandboxed
    },
    isWritten: false,
    hasFailedToLoad: false,
    isReloaded: false,
    isLoadCutShort: false,
    isUnlocked: false,
    isXpathMatched: false,
    isWarmedUp: false,
    isInert: false,
    hasRecordedHeights: false,
    unmet: new Set(),
    addedStyles: new Set(),
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
    get finalUrl() {
      return present(tab, 'page').page.url()
    },
  }
}

/** Returns the selector of what is shown of a page. */
export function shownSelector(
  { article }: Pick<PageContext, 'article'>,
  selector: string | undefined,
): string | undefined {
  return article ? article.selector : selector
}

function present<T>(value: T | undefined, name: string): T {
  if (value === undefined) throw new Error(`A stage needs the ${name} before it exists.`)
  return value
}
