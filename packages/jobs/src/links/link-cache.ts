import type { RenderOutcome } from '@render/outputs'
import type { Redis } from 'ioredis'
import { ALL_ATTEMPTS_MS } from '../renders/render-times.ts'
import { ACQUIRE_LOCK, FIND_RESULT, REMOVE_RESULT, STORE_RESULT } from './cache-scripts.ts'

/** What a cached result belongs to. */
export interface LinkKey {
  projectId: string
  /** Equal for links with the same result; tells nothing about them. */
  digest: string
}

/** A result in the cache. */
export interface CachedResult {
  /** The render that made it. */
  renderId: string
  /** Without the data that only JSON answers have, unless that was asked for. */
  outcome: RenderOutcome
  /** Milliseconds since it was stored. */
  ageMs: number
  /** Milliseconds until it expires. */
  leftMs: number
}

/**
 * - `stored`: there is a result.
 * - `pending`: the render `renderId` acquired the lock `sinceMs` ago and makes it.
 * - `acquired`: the caller has the lock. It makes the result, with the id it gave, and calls `store` or `release` afterwards.
 */
type LinkState =
  | { state: 'stored'; result: CachedResult }
  | { state: 'pending'; renderId: string; sinceMs: number }
  | { state: 'acquired' }

interface Wanted {
  /** The id that the caller's render gets if it acquires the lock. */
  renderId: string
  /** A result is used only while it is younger. */
  maxAgeMs: number
  /** Whether the answer contains all data of the result. */
  withData: boolean
}

/**
 * The results of links, for all gateways, with a single-flight lock for each link: one request makes the result, and others wait
 * for it. Every call is one round trip.
 */
export interface LinkCache {
  /** Finds a result, or acquires the lock unless another render holds it. */
  find(key: LinkKey, wanted: Wanted): Promise<LinkState>
  /** Acquires the lock for a render, whether or not there is a result, and also while others hold it. */
  acquire(key: LinkKey, renderId: string): Promise<void>
  /**
   * Stores the result of a render that holds the lock and replaces an earlier one, unless a render that acquired it later
   * has stored its result, or the link was removed.
   */
  store(key: LinkKey, renderId: string, outcome: RenderOutcome, ttlMs: number): Promise<void>
  /** Releases the lock of a render that makes no result. */
  release(key: LinkKey, renderId: string): Promise<void>
  /** Removes a result, and keeps one that is being made from being stored. Returns the result that was removed. */
  remove(key: LinkKey): Promise<Pick<CachedResult, 'renderId' | 'outcome'> | undefined>
  /** Removes the result of a render if it is still stored. */
  discard(key: LinkKey, renderId: string): Promise<void>
}

/** Bounds of what is cached. The oldest results of a project make room; for the bound of all, those of the largest project. */
export interface LinkCacheLimits {
  /** Results of a project. */
  entries: number
  /** Bytes in Redis of the results of a project, and of all projects. */
  bytes: { project: number; all: number }
}

/** Members of an outcome that only JSON answers have, and that can be large. */
const DATA = ['data', 'llm', 'engine'] as const
/**
 * How long a lock is held after it was acquired or last found. Longer than a render can take; for one that waits for a worker
 * longer, those who ask for its result prolong the lock.
 */
const LOCK_MS = ALL_ATTEMPTS_MS + 5 * 60_000

type Found = ['stored' | 'pending' | 'acquired', number, number, string, string, string | null]

interface Commands {
  findLinkResult(...args: (string | number)[]): Promise<Found>
  acquireLinkLock(...args: (string | number)[]): Promise<void>
  storeLinkResult(...args: (string | number)[]): Promise<void>
  removeLinkResult(...args: string[]): Promise<[string, string] | null>
}

export function createLinkCache(redis: Redis, { entries, bytes }: LinkCacheLimits): LinkCache {
  redis.defineCommand('findLinkResult', { numberOfKeys: 2, lua: FIND_RESULT })
  redis.defineCommand('acquireLinkLock', { numberOfKeys: 1, lua: ACQUIRE_LOCK })
  redis.defineCommand('storeLinkResult', { numberOfKeys: 2, lua: STORE_RESULT })
  redis.defineCommand('removeLinkResult', { numberOfKeys: 2, lua: REMOVE_RESULT })
  const commands = redis as Redis & Commands

  return {
    async find(key, { renderId, maxAgeMs, withData }) {
      const wanted = [renderId, maxAgeMs, withData ? 1 : 0, LOCK_MS]
      try {
        return stateOf(await commands.findLinkResult(...keysOf(key), ...wanted))
      } catch (error) {
        // The command may be carried out yet, and others would wait for this render.
        redis.zrem(keysOf(key)[1], renderId).catch(() => undefined)
        throw error
      }
    },
    async acquire(key, renderId) {
      await commands.acquireLinkLock(keysOf(key)[1], renderId, LOCK_MS)
    },
    async store(key, renderId, outcome, ttlMs) {
      const { projectId, digest } = key
      const stored = [Math.floor(ttlMs), ...partsOf(outcome)]
      const bounds = [entries, bytes.project, bytes.all]
      await commands.storeLinkResult(...keysOf(key), projectId, digest, renderId, ...stored, ...bounds)
    },
    async release(key, renderId) {
      await redis.zrem(keysOf(key)[1], renderId)
    },
    async remove(key) {
      const removed = await commands.removeLinkResult(...keysOf(key))
      return removed ? { renderId: removed[0], outcome: JSON.parse(removed[1]) as RenderOutcome } : undefined
    },
    async discard(key, renderId) {
      await commands.removeLinkResult(...keysOf(key), renderId)
    },
  }
}

/** Returns the keys of the result and of the holders of its lock. */
function keysOf({ projectId, digest }: LinkKey): [string, string] {
  const link = `${projectId}:${digest}`
  return [`link-result:${link}`, `link-makers:${link}`]
}

/** Splits an outcome, so that answers with the file alone do not read its data. */
function partsOf(outcome: RenderOutcome): [string, string] {
  const data = Object.fromEntries(DATA.flatMap((name) => (name in outcome ? [[name, outcome[name]]] : [])))
  const rest = Object.fromEntries(Object.entries(outcome).filter(([name]) => !(name in data)))
  return [JSON.stringify(rest), JSON.stringify(data)]
}

function stateOf([state, ageMs, leftMs, renderId, outcome, data]: Found): LinkState {
  if (state === 'acquired') return { state }
  if (state === 'pending') return { state, renderId, sinceMs: ageMs }
  const parts = { ...(JSON.parse(outcome) as object), ...(data ? (JSON.parse(data) as object) : {}) }
  return { state, result: { renderId, outcome: parts as RenderOutcome, ageMs, leftMs } }
}
