export { answerError, answerNotFound, removeFileHeaders } from './answer-error.ts'
export { createBodyReader, isForm, optionsBody, type BodyReader } from './body.ts'
export { createTokenBuckets, type TokenBuckets } from './token-buckets.ts'
export { cleanValue } from './clean-value.ts'
export { clientOf } from './client-of.ts'
export { createApp } from './create-app.ts'
export type { RefuseRequest } from './answer-client-errors.ts'
export { errorBody, headerText, toRenderError, type ErrorEnvelope } from './envelope.ts'
export { legacyNames } from './legacy-prefix.ts'
export { listen, type Listener } from './listen.ts'
export { observeRequests } from './observe-requests.ts'
export {
  answerHealth,
  answerReadiness,
  healthRoutes,
  listenForMetrics,
  type Readiness,
} from './metrics-listener.ts'
export { jsonLimits, type JsonLimits } from './read-json.ts'
export { mountRoutes, type Route } from './route.ts'
