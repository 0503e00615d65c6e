// The data of jobs. Jobs of a render have the render's id. Older jobs are read by newer code: members keep their names.
import type { PublicOptions } from '@render/options'
import type { Finished, RenderOutcome } from '@render/outputs'
import type { JobOptions } from './renders/brief-jobs.ts'

/** The owner of a render. */
export interface Owner {
  organisationId: string
  projectId: string
}

/** A job of the queue `renders`. Its options are resolved ones without secrets, in their text form. */
export interface RenderJob extends Owner, JobOptions {
  requestId: string
  /** JWE of the secret options for the workers; absent when there are none. */
  sealedOptions?: string
  /** Set when the sealed options are large: they lie in a key of their own, see `readSealedOptions`. */
  areOptionsApart?: true
  /** JWE of the project's `WorkerSecrets`, which only workers can decrypt; set when an attempt may need them. */
  sealedForWorker?: string
  /** JWE of the proxy addresses alone, in jobs of the version before `sealedForWorker`. To be removed one version later. */
  sealedProxies?: string
  /** Set when the main file goes elsewhere than to our store. */
  upload?: UploadTarget
  /** JWE of a `PrivateJobPart` for the workers; set with `secure_mode`. */
  sealedPlan?: string
  /** Warnings of the gateway for the caller. */
  warnings: string[]
  /** Epoch milliseconds. */
  createdAt: number
  /** State that earlier attempts leave to later ones; absent at the first. */
  history?: RenderHistory
  /** Set once no browser could be started for the render. */
  postponed?: Postponement
  /** Set once an attempt met a condition on which the caller wants a retry. */
  retried?: Postponement
}

/** Destination of a main file that is not kept in our store. */
export interface UploadTarget {
  /** Its path in a bucket or container, without its extension: attempts write the same objects. */
  path?: string
  /** Set when the answer contains the file: our store has a copy until it was sent, for minutes, or as long as other files. */
  copy?: 'once' | 'brief' | 'kept'
}

/** The part of a job with `secure_mode` that only workers may know. */
export interface PrivateJobPart extends Pick<RenderJob, 'upload' | 'warnings'> {
  /** Encrypts the answer: `answerSealingKey` in the code. Absent when no caller waits for the answer. */
  answerKey?: string
}

/** The parts of the answer to a render with `secure_mode`. */
export interface PrivateAnswer {
  /** Those that an answer may repeat. */
  options: PublicOptions
  finished: Finished
}

/** A project's secrets that its renders need, encrypted together to the workers. */
export interface WorkerSecrets {
  /** Addresses of the proxies that `use_proxy` selects from. */
  proxies?: string[]
  /** The credential of the provider that `use_llm` asks, without its other settings: its secrets, and where they are sent. */
  llm?: { provider: string } & Record<string, string>
  /** The credential of the object store that files go to: its secrets, and the fields that say where they are sent. */
  storage?: { provider: string } & Record<string, string>
}

/** How often a render was delayed, and since when. */
export interface Postponement {
  /** Epoch milliseconds of the first attempt. */
  since: number
  times: number
}

/** Kept once a browser or worker crashed during a render: later attempts run solo. */
export interface RenderHistory {
  /** Epoch milliseconds of the first attempt that crashed. */
  startedAt: number
  /** Crashes of the browser or worker while the render was solo. */
  lonelyDeaths: number
  /** Crashes of workers counted so far. */
  workerDeaths: number
  /** True when the attempt that is under way is the only one in its worker. */
  isAloneInWorker?: boolean
  /** Milliseconds of all attempts whose browser crashed, unless no page can have caused the crash. */
  crashedMs?: number
}

/** A job of the queue `records`. */
export interface RecordJob extends Owner, JobOptions {
  requestId: string
  /** Name of the render's worker queue; absent for the default queue. */
  queue?: string
  createdAt: number
  /** Set for renders of a batch. */
  batch?: BatchMember
  /** MAC of the other members and the id, by the gateway. Gateways of the previous version make none; to be required one version later. */
  mac?: string
}

/** The position of a render in its batch, and the data for the event at the end of the batch. */
export interface BatchMember {
  id: string
  /** From 0, in the order of the request. */
  index: number
  size: number
  /** Epoch milliseconds at which the batch was accepted. */
  createdAt: number
  /** JWE of the webhook address of the batch, for the dispatcher; absent without one. */
  sealedUrl?: string
}

/** A job of the queue `webhooks`. */
export interface WebhookJob extends Owner {
  requestId: string
  /** JWE of the receiver's address, for the dispatcher. */
  sealedUrl: string
  /** The caller's own id of the render. */
  customId?: string
  createdAt: number
  /** The event to deliver; absent in the flow of a render, where the render's end is the event. */
  event?: WebhookEvent
  /** Number of the replay that the owner requested; absent for the first delivery. */
  replay?: number
}

/** An event for a receiver. */
export interface WebhookEvent {
  /** The same for every delivery, so that receivers recognise repetitions. */
  id: string
  /** The body, sent with its keys in this order. */
  body: { event: string } & Record<string, unknown>
}

/** A job of the queue `deliveries`: the state of an event, and the attempt that led to it. */
export interface DeliveryReport extends Owner {
  requestId: string
  eventId: string
  /** The event; absent when its data is gone. */
  event?: { type: string; body: string }
  sealedUrl: string
  /** Origin of the receiver's address, the only part that is displayed. */
  origin?: string
  state: DeliveryState
  replay: number
  /** Attempts made in this replay. */
  attempts: number
  /** Epoch milliseconds; absent when no attempt is planned. */
  nextAttemptAt?: number
  /** Absent when no request was made. */
  attempt?: DeliveryAttempt
}

/** `gone` and `exhausted` are caused by the receiver, `lost` by us. */
export type DeliveryState = 'pending' | 'delivered' | 'gone' | 'exhausted' | 'lost'

/** One request to a receiver. */
export interface DeliveryAttempt {
  id: string
  /** Epoch milliseconds. */
  startedAt: number
  durationMs: number
  /** HTTP status of the response. */
  status?: number
  /** Why there was no response. */
  failure?: string
  /** The beginning of the response body. */
  answer?: string
}

/** A job of the queue `sweeps`: deletes artefacts of days before a day (`YYYY-MM-DD`, UTC), or those with the given keys. */
export type SweepJob = { before: string } | { keys: string[] }

/** The job data and the return value of each queue. */
export interface Queues {
  renders: { job: RenderJob; value: RenderOutcome }
  records: { job: RecordJob; value: Finished }
  webhooks: { job: WebhookJob; value: { status: number } }
  deliveries: { job: DeliveryReport; value: { isNew: boolean } }
  sweeps: { job: SweepJob; value: { deleted: number } }
}

export type QueueName = keyof Queues
