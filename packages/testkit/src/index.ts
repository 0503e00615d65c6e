import { fileURLToPath } from 'node:url'

export { startSinglePostgres, startSingleRedis, type SingleServer } from '@render/local'
export { clocksBut } from './clocks-but.ts'
export { eventLoopTurns } from './event-loop-turns.ts'
export { differingShare } from './pictures/compare-pictures.ts'
export { startAzureServer, type AzureServer } from './servers/azure-server.ts'
export {
  bucketError,
  startBucketDouble,
  type BucketDouble,
  type BucketRequest,
} from './servers/bucket-double.ts'
export { startDnsServer, type DnsReply, type DnsScript } from './servers/dns-server.ts'
export { blockFont } from './fixture-site/block-font.ts'
export { bandColour, bandOf, bands } from './fixture-site/bands.ts'
export { HANG } from './fixture-site/faults.ts'
export { FOOTER, HEADER, SIDE_BAR, STICKY, imagePath } from './fixture-site/fixture.ts'
export { fixtures } from './fixture-site/fixtures.ts'
export { isNightly, nightly } from './nightly.ts'
export { makePdf } from './fixture-site/make-pdf.ts'
export { SCRIPT_SAMPLES } from './fixture-site/text.ts'
export { asForm, inCamelCase, validBody, wrongBody } from './options/option-bodies.ts'
export { fuzzApi, fuzzedRequests, type FuzzedRequest } from './fuzzing/fuzz-api.ts'
export { APPEND_ON_RESPONSE, startHeldSite } from './servers/held-site.ts'
export { MODEL_TOKEN, startModelDouble, type ModelDouble, type ModelRequest } from './servers/model-double.ts'
export {
  CLOSED_URL,
  listenOn,
  ORIGIN_HOST,
  startOrigin,
  type Origin,
  type SeenRequest,
} from './servers/origin.ts'
export { startS3Server, type S3Server } from './servers/s3-server.ts'
export { pictureOf, readPicture, type Picture } from './pictures/picture.ts'
export { bandRuns, columnRuns, rowRuns, type Run } from './pictures/picture-runs.ts'
export { descendantsOf, type RunningProcess } from './process/process-tree.ts'
export {
  sendRequest,
  createRenderClient,
  type ApiResponse,
  type RenderClient,
} from './stack/render-client.ts'
export { untilAvailable, waitOn } from './stack/patient-requests.ts'
export { query } from './stack/query.ts'
export { signLink, type LinkKeys } from './stack/sign-link.ts'
export * as specifiedOptions from './options/specified-options.ts'
export { startTlsProxy } from './servers/tls-proxy.ts'
export { trustTestCertificate } from './servers/trust-test-certificate.ts'
export { listenSecurely, type SecureOrigin } from './servers/secure-origin.ts'
export { runService, type ServiceProcess } from './process/run-service.ts'
export { freeze, signal } from './process/freeze.ts'
export { startFaultStack, type FaultStack, type Links } from './stack/start-fault-stack.ts'
export { startTestStack, type TestStack } from './stack/start-stack.ts'
export { startToxicProxy, type ToxicProxy } from './servers/toxic-proxy.ts'
export { startSlowReceiver, type SlowReceiver } from './servers/slow-receiver.ts'
export { startUploadReceiver, type Upload, type UploadReceiver } from './servers/upload-receiver.ts'
export { startWebhookCatcher, type CaughtEvent, type WebhookCatcher } from './servers/webhook-catcher.ts'
export { watchEvents, type EventStream, type StreamedEvent } from './stack/watch-events.ts'
export { startUpstreamProxy, type UpstreamProxy } from './servers/upstream-proxy.ts'
export { imageOnlyVersion, restoreQueues, type StoredRow } from './stored/image-only-version.ts'
export { propertySettings, seededRandom, withRandom } from './seeded-random.ts'
export { contentOfHtml } from './pages/content-of-html.ts'
export { readVideo, type Video } from './videos/read-video.ts'
export { keepForProcess } from './test-runner/keep-for-process.ts'
export { until } from './until.ts'

/** Preload (`node --import`) that shifts a service's clock by CLOCK_SHIFT_MS. */
export const shiftClock = fileURLToPath(new URL('./preload/shift-clock.ts', import.meta.url))

/** Preload (`node --import`) with which SIGUSR2 blocks a service's event loop for BLOCK_MS. */
export const blockLoop = fileURLToPath(new URL('./preload/block-loop.ts', import.meta.url))

/** Preload (`node --expose-gc --import`) with which SIGUSR2 collects a service's garbage. */
export const collectGarbage = fileURLToPath(new URL('./preload/collect-garbage.ts', import.meta.url))
