export { createEgress, type Egress, type EgressSettings } from './egress-policy.ts'
export type { FailureReason } from './exchange.ts'
export {
  createHttpClient,
  type Answer,
  type Failure,
  type HttpClient,
  type SendRequest,
} from './http-client.ts'
export { knownListeners } from './known-listeners.ts'
export { parseAddress } from './parse-address.ts'
export type { DoorLimits, Refusal } from './proxy/door.ts'
export {
  startEgressProxy,
  type EgressProxy,
  type EgressProxySettings,
  type WayOut,
} from './proxy/start-proxy.ts'
export { siteOf } from './site.ts'
export { goesThrough, parseUplink, proxyAddress, type Route, type Uplink } from './proxy/uplink.ts'
export { createWayClient, type WayAnswer, type WayClient } from './way-client.ts'
