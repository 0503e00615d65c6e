import type { IdempotentRequest } from '@render/jobs'
import type { Caller } from './identify.ts'
import type { RequestedOptions } from './read-options.ts'

/** A request for renders, read and authenticated: all that the later steps need to know of it. */
export interface Intake {
  requestId: string
  caller: Caller
  /** Options of each render: one for a single render, several for a batch. */
  renders: RequestedOptions[]
  /** Whether the caller is answered before the renders have ended. */
  isAsync: boolean
  /** Optional; set when the renders belong to a batch. */
  batch?: BatchSettings
  /** Optional; set when the request has an idempotency key. */
  idempotent?: IdempotentRequest
  /** Optional; set when the request is a render link. */
  link?: LinkClient
}

/** The client of a render link, which need not be anyone that the project knows. */
export interface LinkClient {
  /** Its IP address. */
  client: string
}

/** The part of a batch request outside its list of renders. */
export interface BatchSettings {
  /** Receiver of the event that is sent when all renders have ended. */
  webhook_url?: string
  /** Warnings about options outside the list of renders. */
  warnings: string[]
}
