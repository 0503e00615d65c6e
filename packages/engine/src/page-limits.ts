import type { DoorLimits } from '@render/net'

/** What one page may take from the network. */
export interface PageLimits extends DoorLimits {
  /** In all. */
  requests: number
  /** Of the page's own address, one after the other. */
  redirects: number
  /** Of one answer, unpacked. */
  bodyBytes: number
}

export const defaultPageLimits: PageLimits = {
  bytes: 200 * 1024 ** 2,
  connections: 64,
  requests: 1500,
  redirects: 10,
  bodyBytes: 50 * 1024 ** 2,
}
