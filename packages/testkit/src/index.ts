import { fileURLToPath } from 'node:url'

export { startPostgresAlone, startRedisAlone, type Alone as PrivateServer } from '@render/local'
export { asForm, inCamelCase, validBody, wrongBody } from './option-bodies.ts'
export { listenOn, ORIGIN_HOST, startOrigin, type Origin, type SeenRequest } from './origin.ts'
export { readPicture, type Picture } from './picture.ts'
export { descendantsOf, type RunningProcess } from './process-tree.ts'
export { ask, createRenderClient, type Answer, type RenderClient } from './render-client.ts'
export * as specifiedOptions from './specified-options.ts'
export { startTestStack, type TestStack } from './start-stack.ts'
export { startUploadReceiver, type Upload, type UploadReceiver } from './upload-receiver.ts'
export { startWebhookCatcher, type CaughtEvent, type WebhookCatcher } from './webhook-catcher.ts'

/** Hand it to a service's Node by `--import` to move its clock by CLOCK_SHIFT_MS. */
export const shiftClock = fileURLToPath(new URL('shift-clock.ts', import.meta.url))
