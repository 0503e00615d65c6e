import { fileURLToPath } from 'node:url'

export { startPostgresAlone, startRedisAlone, type Alone as PrivateServer } from '@render/local'
export { differingShare } from './compare-pictures.ts'
export { startDnsServer, type DnsReply, type DnsScript } from './dns-server.ts'
export { bandColour, bandOf, bands } from './fixture-site/bands.ts'
export { FOOTER, HEADER, SIDE_BAR, STICKY, imagePath } from './fixture-site/fixture.ts'
export { fixtures } from './fixture-site/fixtures.ts'
export { LAZY_IMAGES, lazyImagePath } from './fixture-site/lazy.ts'
export { makePdf } from './fixture-site/make-pdf.ts'
export { WRITINGS } from './fixture-site/text.ts'
export { asForm, inCamelCase, validBody, wrongBody } from './option-bodies.ts'
export { fuzzApi, fuzzSettings, type FuzzedRequest } from './fuzz-api.ts'
export { MARKS_ANSWER, startHeldSite } from './held-site.ts'
export { listenOn, ORIGIN_HOST, startOrigin, type Origin, type SeenRequest } from './origin.ts'
export { readPicture, type Picture } from './picture.ts'
export { bandRuns, columnRuns, rowRuns, type Run } from './picture-runs.ts'
export { descendantsOf, type RunningProcess } from './process-tree.ts'
export { ask, createRenderClient, type Answer, type RenderClient } from './render-client.ts'
export * as specifiedOptions from './specified-options.ts'
export { listenSecurely, type SecureOrigin } from './secure-origin.ts'
export { freeze, signal } from './freeze.ts'
export { startFaultStack, type FaultStack, type Links } from './start-fault-stack.ts'
export { startTestStack, type TestStack } from './start-stack.ts'
export { startToxicProxy, type ToxicProxy } from './toxic-proxy.ts'
export { startUploadReceiver, type Upload, type UploadReceiver } from './upload-receiver.ts'
export { startWebhookCatcher, type CaughtEvent, type WebhookCatcher } from './webhook-catcher.ts'
export { watchEvents, type Watched, type WatchedEvent } from './watch-events.ts'
export { startUpstreamProxy, type UpstreamProxy } from './upstream-proxy.ts'
export { until } from './until.ts'

/** Hand it to a service's Node by `--import` to move its clock by CLOCK_SHIFT_MS. */
export const shiftClock = fileURLToPath(new URL('shift-clock.ts', import.meta.url))

/** Hand it to a service's Node by `--import` to have SIGUSR2 block its event loop for BLOCK_MS. */
export const blockLoop = fileURLToPath(new URL('block-loop.ts', import.meta.url))

/** Hand it to a service's Node by `--expose-gc --import` to have SIGUSR2 collect its garbage. */
export const collectGarbage = fileURLToPath(new URL('collect-garbage.ts', import.meta.url))
export { query } from './query.ts'
