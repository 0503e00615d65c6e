import type { Stage } from '../stage.ts'
import { clearBackground } from '../stages/capture/clear-background.ts'
import { clipArea } from '../stages/capture/clip-area.ts'
import { clipToViewport } from '../stages/capture/clip-to-viewport.ts'
import { limitArea } from '../stages/capture/limit-area.ts'
import { measureDocument } from '../stages/capture/measure-document.ts'
import { measureElement } from '../stages/capture/measure-element.ts'
import { planSections } from '../stages/capture/plan-sections.ts'
import { stopAnimations } from '../stages/capture/stop-animations.ts'
import { takePicture } from '../stages/capture/take-picture.ts'
import { takeSections } from '../stages/capture/take-sections.ts'
import { measureBandwidth } from '../stages/extract/measure-bandwidth.ts'
import { disableJs } from '../stages/context/disable-js.ts'
import { answerDialogs } from '../stages/hooks/answer-dialogs.ts'
import { reloadPage } from '../stages/navigate/reload-page.ts'
import { reloadAfterScroll } from '../stages/prepare/reload-after-scroll.ts'
import { hideElements } from '../stages/prepare/hide-elements.ts'
import { addCss } from '../stages/prepare/add-css.ts'
import { chooseWay } from '../stages/context/choose-way.ts'
import { openPage } from '../stages/context/open-page.ts'
import { viewport } from '../stages/context/viewport.ts'
import { blockRequests } from '../stages/hooks/block-requests.ts'
import { blockSockets } from '../stages/hooks/block-sockets.ts'
import { closePopups } from '../stages/hooks/close-popups.ts'
import { followTraffic } from '../stages/hooks/follow-traffic.ts'
import { emulateMedia } from '../stages/hooks/emulate-media.ts'
import { holdResizes } from '../stages/hooks/hold-resizes.ts'
import { limitBodies } from '../stages/hooks/limit-bodies.ts'
import { limitRequests } from '../stages/hooks/limit-requests.ts'
import { hideHeadless } from '../stages/hooks/hide-headless.ts'
import { placeVisitor } from '../stages/context/place-visitor.ts'
import { speakLanguage } from '../stages/context/speak-language.ts'
import { sendHeaders } from '../stages/hooks/send-headers.ts'
import { signRequests } from '../stages/hooks/sign-requests.ts'
import { takeDetour } from '../stages/hooks/take-detour.ts'
import { setCookies } from '../stages/hooks/set-cookies.ts'
import { setIdentity } from '../stages/hooks/set-identity.ts'
import { judgeStatus } from '../stages/navigate/judge-status.ts'
import { judgeElements } from '../stages/guard/judge-elements.ts'
import { tellErrorPage } from '../stages/guard/tell-error-page.ts'
import { judgeChallenge } from '../stages/guard/judge-challenge.ts'
import { judgeSize } from '../stages/transform/judge-size.ts'
import { checkCertificates } from '../stages/context/check-certificates.ts'
import { blockDataUrls } from '../stages/hooks/block-data-urls.ts'
import { blockInjections } from '../stages/hooks/block-injections.ts'
import { blockListed } from '../stages/hooks/block-listed.ts'
import { forbidLoneWorkers } from '../stages/hooks/forbid-lone-workers.ts'
import { forbidMiners } from '../stages/hooks/forbid-miners.ts'
import { hideLate, hideListed } from '../stages/prepare/hide-listed.ts'
import { blockAddresses } from '../stages/hooks/block-addresses.ts'
import { addCors } from '../stages/hooks/add-cors.ts'
import { killLatePopups } from '../stages/prepare/kill-popups.ts'
import { findBanners } from '../stages/hooks/find-banners.ts'
import { serveHtml } from '../stages/hooks/serve-html.ts'
import { drawPdf } from '../stages/navigate/draw-pdf.ts'
import { loadPage } from '../stages/navigate/load-page.ts'
import { delayCapture } from '../stages/prepare/delay-capture.ts'
import { drawAll } from '../stages/prepare/draw-all.ts'
import { expandScroller } from '../stages/prepare/expand-scroller.ts'
import { fitViewport } from '../stages/prepare/fit-viewport.ts'
import { highlightTerms } from '../stages/prepare/highlight-terms.ts'
import { keepHeights } from '../stages/prepare/keep-heights.ts'
import { scrollTo } from '../stages/prepare/scroll-to.ts'
import { settlePage } from '../stages/prepare/settle-page.ts'
import { warmUpScroll } from '../stages/prepare/warm-up-scroll.ts'
import { again, actOnPage, clearPage } from './act-on-page.ts'
import { addBar } from '../stages/transform/add-bar.ts'
import { addWatermark } from '../stages/transform/add-watermark.ts'
import { autoCrop } from '../stages/transform/auto-crop.ts'
import { cropWidth } from '../stages/transform/crop-width.ts'
import { cutSlices } from '../stages/transform/cut-slices.ts'
import { encodePicture } from '../stages/transform/encode-picture.ts'
import { makeThumbnails } from '../stages/transform/make-thumbnails.ts'
import { pad } from '../stages/transform/pad.ts'
import { resize } from '../stages/transform/resize.ts'
import { wrapPicture } from '../stages/transform/wrap-picture.ts'

/** How a page becomes a picture. */
export const image: readonly Stage[] = [
  viewport,
  disableJs,
  placeVisitor,
  speakLanguage,
  checkCertificates,
  chooseWay,
  openPage,
  setIdentity,
  hideHeadless,
  setCookies,
  emulateMedia,
  closePopups,
  limitRequests,
  limitBodies,
  answerDialogs,
  followTraffic,
  blockRequests,
  blockAddresses,
  blockListed,
  forbidMiners,
  blockInjections,
  blockSockets,
  forbidLoneWorkers,
  blockDataUrls,
  holdResizes,
  findBanners,
  sendHeaders,
  signRequests,
  serveHtml,
  takeDetour,
  addCors,
  loadPage,
  reloadPage,
  judgeStatus,
  drawPdf,
  ...clearPage,
  addCss,
  hideElements,
  hideListed,
  ...actOnPage,
  fitViewport,
  warmUpScroll,
  reloadAfterScroll,
  ...[judgeStatus, ...clearPage, ...actOnPage].map(again),
  drawAll,
  expandScroller,
  keepHeights,
  scrollTo,
  highlightTerms,
  delayCapture,
  settlePage,
  killLatePopups,
  hideLate,
  judgeElements,
  tellErrorPage,
  judgeChallenge,
  stopAnimations,
  clearBackground,
  measureElement,
  clipArea,
  measureDocument,
  clipToViewport,
  planSections,
  limitArea,
  takePicture,
  takeSections,
  cropWidth,
  autoCrop,
  addBar,
  addWatermark,
  wrapPicture,
  pad,
  makeThumbnails,
  cutSlices,
  resize,
  encodePicture,
  judgeSize,
  measureBandwidth,
]
