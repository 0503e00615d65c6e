import type { PlainError } from '@render/errors'

/** Whom an API key belongs to and what they may do. */
export interface Account {
  organisationId: string
  /** Null when the key has lost its project. */
  project: {
    id: string
    /** Absent from an older management. */
    name?: string
    enabled: boolean
    /** Options that lie under those of its renders, by their wire names, secrets among them; absent when there are none. */
    defaults?: Record<string, unknown>
    /** JWE of the proxies' addresses that `use_proxy` means, readable by the workers only; absent when there is none. */
    sealedProxies?: string
  } | null
  /** Null when no user is left in the organisation. */
  user: { confirmed: boolean } | null
  /** Null when the organisation has none. A limit of null is none per period, and otherwise what the operator says. */
  plan: {
    name: string
    /** Absent from an older management: it is none. */
    trial?: boolean
    rendersPerMinute: number | null
    rendersPerPeriod: number | null
    maxOutstanding: number | null
    /** By name, `*` for all; absent from an older management: all. */
    features?: string[]
  } | null
  /**
   * Succeeded renders of the organisation in its present period, some seconds ago, and when that began and ends (ISO 8601);
   * absent from an older management.
   */
  usage?: { renders: number; from: string; until: string }
  /** ISO 8601; null when the subscription does not end. */
  activeUntil: string | null
  /** There while an operator keeps the organisation from rendering, with what it is to be answered if that was said. */
  blocked?: { statusCode?: number; message?: string }
}

/** A finished render as management keeps it. */
export interface RenderRecord {
  renderId: string
  projectId: string
  organisationId: string
  createdAt: string
  endedAt: string
  status: 'succeeded' | 'failed'
  /** How often it was tried; null where no attempt has told. */
  attempts: number | null
  error: PlainError | null
  /** The resolved options that are no secrets, without supplied markup. */
  options: Record<string, unknown>
  /** The outcome as the worker gave it; null when failed. */
  outcome: unknown
}

/** What management keeps of renders that were made by one request. */
export interface BatchRecord {
  batchId: string
  projectId: string
  createdAt: string
  /** Those that have ended, in the order of the request. */
  renders: RenderRecord[]
}

/**
 * Management answers within this time, be it that it cannot: its callers wait a little longer, so that they learn what it
 * has to say.
 */
export const ANSWER_WITHIN_MS = 1500

/** Paths of management's internal API, for its client here and its routes there. */
export const internalPaths = {
  account: (keyHash: string) => `/internal/v1/keys/${keyHash}`,
  webhookSecrets: (projectId: string) => `/internal/v1/projects/${projectId}/webhook-secrets`,
  batch: (batchId: string) => `/internal/v1/batches/${batchId}`,
  record: (renderId: string) => `/internal/v1/renders/${renderId}`,
}
