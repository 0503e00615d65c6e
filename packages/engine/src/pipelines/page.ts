// The stages that load a page and bring it to rest, for every output. Stages run in the order written here.
import { again, type Step } from '../pipeline.ts'
import type { PageContext } from '../page-context.ts'
import type { Stage } from '../stage.ts'
import { checkCertificates } from '../stages/context/check-certificates.ts'
import { chooseProxy } from '../stages/context/choose-proxy.ts'
import { disableJs } from '../stages/context/disable-js.ts'
import { openPage } from '../stages/context/open-page.ts'
import { setGeolocation } from '../stages/context/set-geolocation.ts'
import { setLocale } from '../stages/context/set-locale.ts'
import { viewport } from '../stages/context/viewport.ts'
import { measureBandwidth } from '../stages/close/measure-bandwidth.ts'
import { failOnChallenge } from '../stages/guard/fail-on-challenge.ts'
import { requireElements } from '../stages/guard/require-elements.ts'
import { warnOfErrorPage } from '../stages/guard/warn-of-error-page.ts'
import { warnOfUnhidden } from '../stages/guard/warn-of-unhidden.ts'
import { addCors } from '../stages/hooks/add-cors.ts'
import { answerDialogs } from '../stages/hooks/answer-dialogs.ts'
import { blockAddresses } from '../stages/hooks/blocking/block-addresses.ts'
import { blockDataUrls } from '../stages/hooks/blocking/block-data-urls.ts'
import { blockInjections } from '../stages/hooks/blocking/block-injections.ts'
import { blockListed } from '../stages/hooks/blocking/block-listed.ts'
import { blockMiners } from '../stages/hooks/blocking/block-miners.ts'
import { blockRequests } from '../stages/hooks/blocking/block-requests.ts'
import { blockSharedWorkers } from '../stages/hooks/blocking/block-shared-workers.ts'
import { blockSockets } from '../stages/hooks/blocking/block-sockets.ts'
import { closePopups } from '../stages/hooks/close-popups.ts'
import { emulateMedia } from '../stages/hooks/emulate-media.ts'
import { findBanners } from '../stages/hooks/find-banners.ts'
import { trackFiles } from '../stages/hooks/track-files.ts'
import { preserveWebGl } from '../stages/hooks/preserve-webgl.ts'
import { trackResponses } from '../stages/hooks/track-responses.ts'
import { trackTraffic } from '../stages/hooks/track-traffic.ts'
import { hideHeadless } from '../stages/hooks/hide-headless.ts'
import { holdResizes } from '../stages/hooks/hold-resizes.ts'
import { limitBodies } from '../stages/hooks/limit-bodies.ts'
import { limitRequests } from '../stages/hooks/limit-requests.ts'
import { recordDiagnostics } from '../stages/hooks/record-diagnostics.ts'
import { sendHeaders } from '../stages/hooks/send-headers.ts'
import { serveHtml } from '../stages/hooks/serve-html.ts'
import { setCookies } from '../stages/hooks/set-cookies.ts'
import { setIdentity } from '../stages/hooks/set-identity.ts'
import { signRequests } from '../stages/hooks/sign-requests.ts'
import { splitTunnel } from '../stages/hooks/split-tunnel.ts'
import { failOnStatus } from '../stages/navigate/fail-on-status.ts'
import { loadPage } from '../stages/navigate/load-page.ts'
import { reloadPage } from '../stages/navigate/reload-page.ts'
import { showLoadedPdf } from '../stages/navigate/show-loaded-pdf.ts'
import { warnOfInsecureOrigin } from '../stages/navigate/warn-of-insecure-origin.ts'
import { warnOfRedirect } from '../stages/navigate/warn-of-redirect.ts'
import { warnOfRelativeAddresses } from '../stages/navigate/warn-of-relative-addresses.ts'
import { acceptCookies } from '../stages/prepare/accept-cookies.ts'
import { acceptLateCookies } from '../stages/prepare/accept-late-cookies.ts'
import { addCss } from '../stages/prepare/add-css.ts'
import { clickElements } from '../stages/prepare/click-elements.ts'
import { clickPoints } from '../stages/prepare/click-points.ts'
import { delayCapture } from '../stages/prepare/delay-capture.ts'
import { disableLigatures } from '../stages/prepare/disable-ligatures.ts'
import { fitViewport } from '../stages/prepare/fit-viewport.ts'
import { hideByXpath } from '../stages/prepare/hide-by-xpath.ts'
import { hideElements } from '../stages/prepare/hide-elements.ts'
import { hideListed } from '../stages/prepare/hide-listed.ts'
import { hoverElements } from '../stages/prepare/hover-elements.ts'
import { killPopups } from '../stages/prepare/kill-popups.ts'
import { paintBackground } from '../stages/prepare/paint-background.ts'
import { recordViewportHeights } from '../stages/prepare/record-viewport-heights.ts'
import { pinViewportLengths } from '../stages/prepare/pin-viewport-lengths.ts'
import { pressEscape, pressEscapeAgain } from '../stages/prepare/press-escape.ts'
import { reloadAfterScroll } from '../stages/prepare/reload-after-scroll.ts'
import { restoreStyles } from '../stages/prepare/restore-styles.ts'
import { runJs } from '../stages/prepare/run-js.ts'
import { scrollTo } from '../stages/prepare/scroll-to.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'
import { useTailwind } from '../stages/prepare/use-tailwind.ts'
import { waitForElements } from '../stages/prepare/wait-for-elements.ts'
import { warmUpScroll } from '../stages/prepare/warm-up-scroll.ts'
import { showArticle } from '../stages/read/show-article.ts'
import { showOnScreen } from '../stages/read/show-on-screen.ts'
import { readConsole } from '../stages/read/read-console.ts'
import { undoWarmUp } from '../stages/read/undo-warm-up.ts'

type Stages = readonly Stage[]

/** A tab of its own, with a size, a place, a language and a route to the network. */
const open: Stages = [
  viewport,
  disableJs,
  setGeolocation,
  setLocale,
  checkCertificates,
  chooseProxy,
  openPage,
]

/** Sets how the site sees the browser. */
const identity: Stages = [setIdentity, hideHeadless, setCookies, emulateMedia]

/** Limits what the page may load and open, and tracks its requests. */
const limitAndTrack: Stages = [
  closePopups,
  limitRequests,
  limitBodies,
  answerDialogs,
  trackTraffic,
  trackResponses,
  recordDiagnostics,
  trackFiles,
  preserveWebGl,
]

const blocking: Stages = [
  blockRequests,
  blockAddresses,
  blockListed,
  blockMiners,
  blockInjections,
  blockSockets,
  blockSharedWorkers,
  blockDataUrls,
]

/** Installs scripts that run before those of any document. */
const scripts: Stages = [holdResizes, findBanners]

/** Adds headers to requests and responses, and routes or serves them. */
const network: Stages = [sendHeaders, signRequests, serveHtml, splitTunnel, addCors]

const load: Stages = [
  loadPage,
  warnOfRedirect,
  warnOfRelativeAddresses,
  warnOfInsecureOrigin,
  reloadPage,
  failOnStatus,
  showLoadedPdf,
]

/** Removes what lies over the page. */
const clear: Stages = [acceptCookies, pressEscape, killPopups]

/** Adds styles that hold for every later document too. */
const styleEveryDocument: Stages = [addCss, hideElements, hideListed]

/** Changes the style of the document that is there now. */
const styleDocument: Stages = [disableLigatures, paintBackground, useTailwind]

/** Carries out the caller's script, clicks and waits. */
const interact: Stages = [runJs, clickElements, clickPoints, hoverElements, waitForElements]

/** Needs the document that is captured: the caller's script and clicks may have led to another one. */
const prepareFinalDocument: Stages = [restoreStyles, hideByXpath, recordViewportHeights, pinViewportLengths]

/** Triggers lazy loading. After a reload, the steps that clear the page and change it run again. */
const scroll: readonly Step<PageContext>[] = [
  fitViewport,
  warmUpScroll,
  reloadAfterScroll,
  again(
    [failOnStatus, ...clear, ...styleDocument, ...interact, ...styleDocument, ...prepareFinalDocument],
    ({ isReloaded }) => isReloaded,
  ),
]

/**
 * Goes to the place that is wanted and waits there, then removes what came late and adds what has gone. Goes there again when
 * what came late had locked the page, which may have moved it.
 */
const settle: readonly Step<PageContext>[] = [
  scrollTo,
  delayCapture,
  acceptLateCookies,
  pressEscapeAgain,
  settlePage,
  again([killPopups, hideByXpath, hideListed, paintBackground, restoreStyles]),
  again([scrollTo, settlePage], ({ isUnlocked }) => isUnlocked),
]

/** Fails, or warns, where the page is not what was wanted. Another document may have come since the load. */
const check: readonly Step<PageContext>[] = [
  again([failOnStatus]),
  requireElements,
  warnOfUnhidden,
  warnOfErrorPage,
  failOnChallenge,
]

export const pageSteps = {
  loadAndSettle: [
    ...open,
    ...identity,
    ...limitAndTrack,
    ...blocking,
    ...scripts,
    ...network,
    ...load,
    ...clear,
    ...styleEveryDocument,
    ...styleDocument,
    ...interact,
    again(styleDocument),
    ...prepareFinalDocument,
    ...scroll,
    ...settle,
    ...check,
    readConsole,
  ],
  /** Makes the markup what it would be without a capture; only for producers that read it. */
  beforeReading: [undoWarmUp],
  /** Shows a page that is to be printed as on a screen, for which it may load other files. */
  showScreenMedia: [showOnScreen, again([settlePage])],
  /** Shows it as printed again. */
  restorePrintMedia: [again([emulateMedia])],
  /** Replaces the page by its article, which is loaded like any page. */
  replaceByArticle: [showArticle, again([settlePage], (page) => page.article !== undefined)],
  close: [measureBandwidth],
} satisfies Record<string, readonly Step<PageContext>[]>

export type PageSteps = Readonly<Record<keyof typeof pageSteps, readonly Step<PageContext>[]>>
