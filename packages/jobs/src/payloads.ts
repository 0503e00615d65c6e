// What jobs carry. Those of a render have its id as their own.
import type { PlainError } from '@render/errors'
import type { PublicOptions } from '@render/options'

/** Whose render it is. */
export interface Owner {
  organisationId: string
  projectId: string
}

/** A job of the queue `renders`. */
export interface RenderJob extends Owner {
  requestId: string
  /** Resolved options without the secret ones. */
  options: PublicOptions
  /** JWE of the secret options, readable by the workers only; absent when there are none. */
  sealedOptions?: string
  /** JWE of the addresses of the project's proxies, readable by the workers only; there where one may be gone through. */
  sealedProxies?: string
  /** Sentences the gateway has for the caller already. */
  warnings: string[]
  /** Epoch milliseconds. */
  createdAt: number
  /** What earlier attempts leave to later ones; absent at the first. */
  history?: RenderHistory
  /** There once no browser could be started for it. */
  postponed?: Postponement
  /** There once an attempt met a condition under which the caller wanted another. */
  retried?: Postponement
}

/** Attempts after which the render was put off. */
export interface Postponement {
  /** Epoch milliseconds of the first attempt. */
  since: number
  times: number
}

/** Kept once a browser or worker died under a render: from then on it runs alone in a browser. */
export interface RenderHistory {
  /** Epoch milliseconds of the first attempt that is known to have died. */
  startedAt: number
  /** How often the browser or worker died while the render was alone. */
  lonelyDeaths: number
  /** How many deaths of workers are counted so far. */
  workerDeaths: number
}

/** What a worker returns: the value of a finished job of the queue `renders`. */
export interface RenderOutcome {
  artefact: StoredFile
  /** What was made beside the artefact; absent when nothing was. */
  files?: SideFile[]
  /** There when thumbnails are to be told as an object by key. */
  thumbnails_object?: true
  width: number
  height: number
  /** What the target answered first and last; absent for supplied HTML. */
  response?: { statusCode: number; statusCodeInitial: number }
  /** What the options that click did, where that was asked for. */
  clicks?: { selector: string; matched: number; clicked: number }[]
  bandwidthBytes: number
  renderTimeMs: number
  queueTimeMs: number
  /** Epoch milliseconds of the accepted attempt. */
  startedAt: number
  endedAt: number
  attempts: number
  /** Name of the machine that made it; absent in what older workers made. */
  renderedBy?: string
  warnings: string[]
  /** How it was made; absent when nothing was rendered. */
  engine?: EngineReport
  /** There when nothing was rendered: a made-up success, and the renders that it is to say it cost. */
  mock?: { cost: number }
  /** There once its files were deleted at the wish of its owner. */
  deleted?: true
}

/** What whoever looks for a fault wants to know of a render. */
export interface EngineReport {
  /** Name of the build. */
  version: string
  browserVersion: string
  /** What was done, in its order, how long it took, and what of the page it waited for. */
  stages: { stage: string; ms: number; waitedFor?: string[] }[]
}

/** A job of the queue `records`. */
export interface RecordJob extends Owner {
  requestId: string
  options: PublicOptions
  /** Name of the queue of workers that the render is in; absent for the default one. */
  queue?: string
  createdAt: number
  /** There when it was made together with others. */
  batch?: BatchPlace
}

/** Which render of a batch it is, and what whoever records the last of them has to know. */
export interface BatchPlace {
  id: string
  /** From 0, in the order of the request. */
  index: number
  size: number
  /** Epoch milliseconds at which the batch was accepted. */
  createdAt: number
  /** JWE of the address of whoever is told when all have ended, readable by the dispatcher only. */
  sealedUrl?: string
}

interface FileFacts {
  contentType: string
  sizeBytes: number
  /** In hex. */
  sha256: string
}

/** A file in storage. */
export interface StoredFile extends FileFacts {
  key: string
}

/** A file that was sent to where the caller wanted it. */
export interface UploadedFile extends FileFacts {
  /** The address without all that may be secret: its query, user name and password. */
  location: string
}

/** A file that was made beside the artefact; what is told of it depends on its kind. */
export type SideFile = { file: StoredFile | UploadedFile } & (ThumbnailFacts | SliceFacts)

interface ThumbnailFacts {
  kind: 'thumbnail'
  key: string
  /** Pixels. */
  width: number
  height: number
}

interface SliceFacts {
  kind: 'slice'
  index: number
  /** Pixels of the picture above it. */
  offsetY: number
  width: number
  height: number
}

/** How a render ended: the value of a finished job of the queue `records`. */
export type Finished =
  | { status: 'succeeded'; outcome: RenderOutcome }
  | ({ status: 'failed'; endedAt: number } & Failure)

/** Why a render failed. */
export interface Failure {
  error: PlainError
  /** How often it was tried; absent where no attempt has told. */
  attempts?: number
}

/** A job of the queue `webhooks`. */
export interface WebhookJob extends Owner {
  requestId: string
  /** JWE of the receiver's address, readable by the dispatcher only. */
  sealedUrl: string
  /** The caller's own id of the render. */
  customId?: string
  createdAt: number
  /** What is told; absent in the flow of a render, where it is how that ended. */
  event?: WebhookEvent
  /** How often its owner has had the event told anew; absent the first time. */
  replay?: number
}

/** Something to tell a receiver. */
export interface WebhookEvent {
  /** The same however often it is told: receivers know repetitions by it. */
  id: string
  /** What is sent, in the order of its keys. */
  body: { event: string } & Record<string, unknown>
}

/** A job of the queue `deliveries`: where an event stands, and the attempt that brought it there. */
export interface DeliveryReport extends Owner {
  requestId: string
  eventId: string
  /** What was to be told; absent where nobody knows any more. */
  event?: { type: string; body: string }
  sealedUrl: string
  /** All that is shown of the receiver's address. */
  origin?: string
  state: DeliveryState
  replay: number
  /** Attempts made in this replay. */
  attempts: number
  /** Epoch milliseconds; there while it is known. */
  nextAttemptAt?: number
  /** Absent where the receiver was not asked. */
  attempt?: DeliveryAttempt
}

/** `gone` and `exhausted` are the receiver's doing, `lost` is ours. */
export type DeliveryState = 'pending' | 'delivered' | 'gone' | 'exhausted' | 'lost'

/** One request to a receiver. */
export interface DeliveryAttempt {
  id: string
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
  /** HTTP status of the answer. */
  status?: number
  /** Why there was none. */
  failure?: string
  /** How the answer begins. */
  answer?: string
}

/** A job of the queue `sweeps`: artefacts of days before this one (`YYYY-MM-DD`, UTC) are deleted, or those named. */
export type SweepJob = { before: string } | { keys: string[] }

/** What each queue carries and returns. */
export interface Queues {
  renders: { job: RenderJob; value: RenderOutcome }
  records: { job: RecordJob; value: Finished }
  webhooks: { job: WebhookJob; value: { status: number } }
  deliveries: { job: DeliveryReport; value: { isNew: boolean } }
  sweeps: { job: SweepJob; value: { deleted: number } }
}

export type QueueName = keyof Queues
