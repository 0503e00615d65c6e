export { createEgress, type Egress, type EgressSettings } from './policy/egress-policy.ts'
export type { FailureReason } from './client/exchange.ts'
export {
  createHttpClient,
  type HttpResponse,
  type HttpFailure,
  type HttpClient,
  type SendRequest,
} from './client/http-client.ts'
export { createGlob, createHostGlob } from './names/glob.ts'
export { parseAddress } from './names/parse-address.ts'
export type { TunnelLimits, ConnectionRefusal } from './proxy/socks-listener.ts'
export {
  startEgressProxy,
  type EgressProxy,
  type EgressProxySettings,
  type EgressTunnel,
} from './proxy/start-proxy.ts'
export { isPublicSuffix, siteOf } from './names/host-name.ts'
export {
  goesThrough,
  parseUpstreamProxy,
  proxyAddress,
  type ProxyRoute,
  type UpstreamProxy,
} from './proxy/upstream-proxy.ts'
export { createTunnelClient, type TunnelResponse, type TunnelClient } from './client/tunnel-client.ts'
