import type { PlainError } from '@render/errors'
import type { Finished, RenderOutcome } from '@render/outputs'

/** The organisation and project that an API key belongs to, with their limits. */
export interface Account {
  organisationId: string
  /** Set for a secret key of which management has only the hash, as an earlier version stored it. */
  isHashOnly?: true
  /** Null when the project of the key was deleted. */
  project: {
    id: string
    /** Absent when management has an older version. */
    name?: string
    enabled: boolean
    /** Set when render links work without a token. */
    tokenless?: true
    /** The secret keys with which render links are signed; present only in the account of a publishable key. */
    linkKeys?: string[]
    /** Default options of its renders by wire name, including secrets; absent when there are none. */
    defaults?: Record<string, unknown>
    /** JWE of the project's `WorkerSecrets`, which only workers can decrypt; absent when it has none. */
    sealedForWorker?: string
    /** Changes when the secrets in `sealedForWorker` do; absent when management has an older version. */
    secretsVersion?: string
    /** The credential for `use_llm` without its secrets, which are in `sealedForWorker`; absent when it has none. */
    llm?: PublicCredential
    /** The credential of the object store that files go to, likewise. */
    storage?: PublicCredential
    /** JWE of the proxy addresses alone, as the version before `sealedForWorker` sends it. To be removed one version later. */
    sealedProxies?: string
  } | null
  /** Null when the organisation has no members. */
  user: { confirmed: boolean } | null
  /** Null when the organisation has no plan. A limit of null means the default of the gateway. */
  plan: {
    name: string
    /** Absent when management has an older version; then false. */
    trial?: boolean
    rendersPerMinute: number | null
    /** Null means no limit. */
    rendersPerPeriod: number | null
    maxOutstanding: number | null
    /** Feature names, `*` for all; absent when management has an older version, then all. */
    features?: string[]
  } | null
  /**
   * Succeeded renders of the organisation in its current period, up to some seconds old, and the period (ISO 8601). Absent
   * when management has an older version.
   */
  usage?: { renders: number; from: string; until: string }
  /** ISO 8601; null when the subscription does not end. */
  activeUntil: string | null
  /** Set while an operator blocks the organisation; optionally with the answer that its renders get. */
  blocked?: { statusCode?: number; message?: string }
}

/** Stands for "no limit" in answers whose field must be a number; exact in every JSON parser. */
export const UNLIMITED = Number.MAX_SAFE_INTEGER

/** A credential without its secrets. */
export interface PublicCredential {
  provider: string
  settings: Record<string, unknown>
  /** The names of the secrets that it has. */
  secrets: string[]
}

/** What has changed since a cursor. */
export interface AccountChanges {
  /** For the next request. */
  cursor: string
  /** Ids of the organisations whose accounts may have changed; null when all may have. */
  organisations: string[] | null
}

/** The record of a finished render. */
export interface RenderRecord {
  renderId: string
  projectId: string
  organisationId: string
  createdAt: string
  endedAt: string
  status: 'succeeded' | 'failed'
  /** Number of attempts; null when it is not known. */
  attempts: number | null
  error: PlainError | null
  /** The recorded options: resolved ones without secret and private ones. */
  options: Record<string, unknown>
  /** The worker's outcome; null for a failed render. */
  outcome: RenderOutcome | null
}

/** Returns how a recorded render finished, in the form in which the queue has it. */
export function finishedOfRecord({ error, attempts, outcome, endedAt }: RenderRecord): Finished {
  return error
    ? { status: 'failed', error, ...(attempts !== null && { attempts }), endedAt: Date.parse(endedAt) }
    : { status: 'succeeded', outcome: outcome! }
}

/** The recorded renders of a batch. */
export interface BatchRecord {
  batchId: string
  projectId: string
  createdAt: string
  /** The finished renders in the order of the request. */
  renders: RenderRecord[]
}

/** Management answers within this time, even if its database hangs. Clients wait a little longer. */
export const ANSWER_WITHIN_MS = 1500

/** Paths of management's internal API, shared by this client and by management's routes. */
export const internalPaths = {
  secretKeys: '/internal/v1/secret-keys',
  account: (keyHash: string) => `/internal/v1/keys/${keyHash}`,
  accountChanges: '/internal/v1/account-changes',
  webhookSecrets: (projectId: string) => `/internal/v1/projects/${projectId}/webhook-secrets`,
  batch: (batchId: string) => `/internal/v1/batches/${batchId}`,
  record: (renderId: string) => `/internal/v1/renders/${renderId}`,
}
