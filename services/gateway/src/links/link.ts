import type { LinkKey } from '@render/jobs'
import type { PublicOptions } from '@render/options'
import type { Caller } from '../intake/identify.ts'
import type { LinkClient } from '../intake/intake.ts'

/** A link whose key, plan and token are verified. Its options are read only where its cache policy is not known already. */
export interface VerifiedLink extends LinkClient {
  requestId: string
  caller: Caller
  /** Format in the path, as it was sent. */
  format: string
  /** Query string, as it was sent. */
  query: string
}

/** Where and for how long the result of a link is cached, and how it is answered. */
export interface CachePolicy {
  key: LinkKey
  /** Seconds for which its result is cached; 0 when it is neither looked for nor stored. */
  ttlSeconds: number
  /** Whether it is rendered in any case. */
  isForced: boolean
  /** Whether the answer contains all data of the result. */
  withData: boolean
  redirectAfterSeconds: number
  options: PublicOptions
}
