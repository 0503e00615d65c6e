import type { AccountCache } from '@render/directory'
import type { JsonLimits, Readiness } from '@render/http'
import type {
  Admission,
  Batches,
  Canceller,
  Claims,
  ProgressReader,
  Submitter,
  SweepScheduler,
} from '@render/jobs'
import type { Options } from '@render/options'
import type { Logger } from '@render/runtime'
import type { ArtefactStore } from '@render/storage'
import type { Seal } from '@render/vault'
import type { Counter, Registry } from 'prom-client'
import type { RenderLimits } from './admit-renders.ts'
import type { Waits } from './await-render.ts'
import type { AddressRules } from './check-addresses.ts'
import type { LookUp } from './look-up.ts'
import type { Room } from './room.ts'
import type { Routing } from './route-render.ts'

/** Everything that routes work with; each names the members that it needs. */
export interface GatewayContext {
  logger: Logger
  metrics: Registry
  readiness: Readiness
  accounts: Pick<AccountCache, 'account'>
  egress: AddressRules
  seals: { worker: Seal; dispatcher: Seal }
  /** What the directory of keys for signed requests has. */
  botKeys: object[]
  admission: Admission
  renderLimits: RenderLimits
  room: Pick<Room, 'isThere'>
  /** Renders that were refused, by the limit. */
  refused: Counter<'limit'>
  submitter: Pick<Submitter, 'submit' | 'submitAll'>
  batches: Pick<Batches, 'keep'>
  claims: Claims
  canceller: Pick<Canceller, 'cancel' | 'withdraw'>
  sweeps: Pick<SweepScheduler, 'deleteFiles'>
  lookUp: LookUp
  waits: Waits
  progress: ProgressReader
  /** Milliseconds after which a stream of events that is silent gets a comment. */
  silentMs: number
  store: Pick<ArtefactStore, 'find'>
  artefactDays: number
  /** The option contract within the operator's limits. */
  options: Options
  routing: Routing
  bodyLimitBytes: number
  bodyLimits: JsonLimits
  trustProxy: string[]
  /** Prefix that our headers are sent under as well; none when empty. */
  olderPrefix: string
  /** Base addresses in answers, without a slash at the end. */
  urls: { public: string; artefacts: string }
}
