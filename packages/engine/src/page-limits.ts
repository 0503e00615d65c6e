import type { TunnelLimits } from '@render/net'

/** The network limits of one page. */
export interface PageLimits extends TunnelLimits {
  /** Number of all requests of the page. */
  requests: number
  /** Number of consecutive redirects of the page's own address. */
  redirects: number
  /** Size of one response after decompression. */
  bodyBytes: number
}

export const defaultPageLimits: PageLimits = {
  bytes: 200 * 1024 ** 2,
  connections: 64,
  requests: 1500,
  redirects: 10,
  bodyBytes: 50 * 1024 ** 2,
}
