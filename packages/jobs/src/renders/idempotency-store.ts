import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import { REDIS_TIME } from '../redis/redis-time.ts'

/** A request with an idempotency key: however often it is sent, it makes one render or batch. */
export interface IdempotentRequest {
  projectId: string
  /** The value of `Idempotency-Key`; unique within the project. */
  key: string
  /** All that was requested, as text that is equal for equal requests. */
  request: string
}

/** The render or batch to which a request is tied. */
interface KeyReservation {
  /**
   * - `fresh`: no request had this key before; the caller makes the render.
   * - `resumed`: an equal request had it and never confirmed that its render is queued; it may be queued all the same.
   * - `existing`: an equal request had it, and its render was queued.
   * - `conflict`: another request has this key.
   */
  state: 'fresh' | 'resumed' | 'existing' | 'conflict'
  /** Id of the render or batch of the first request. */
  id: string
}

export interface IdempotencyStore {
  /**
   * Ties a request to `ownId`, or finds the id to which an equal one is tied, in one step. While another request with this
   * key makes its render, waits for it. With `fresh` and `resumed` the caller holds a lease until `accept` or `release`.
   */
  reserve(request: IdempotentRequest, ownId: string): Promise<KeyReservation>
  /** Confirms that the render is queued. */
  accept(request: IdempotentRequest): Promise<void>
  /**
   * Ends the lease of the caller with `ownId` that makes no render: a fresh key is free again, a resumed one can be resumed
   * at once. Does nothing without the lease.
   */
  release(request: IdempotentRequest, ownId: string): Promise<void>
}

const KEEP_MS = 24 * 3_600_000
/** Longer than it takes to make and queue a render; after this time the holder counts as dead. */
const LEASE_MS = 5000
const POLL_MS = 20
const MAX_WAIT_MS = 2 * LEASE_MS

const RESERVE = `
local id, request, leased_until = unpack(redis.call('HMGET', KEYS[1], 'render', 'request', 'queueingUntil'))
local own_id, own_request, lease_ms, keep_ms = unpack(ARGV)
${REDIS_TIME}
if id and request ~= own_request then return {'conflict', id} end
if id and not leased_until then return {'existing', id} end
if id and now < tonumber(leased_until) then return {'leased', id} end
redis.call('HSET', KEYS[1], 'queueingUntil', now + lease_ms, 'holder', own_id)
if id then return {'resumed', id} end
redis.call('HSET', KEYS[1], 'render', own_id, 'request', own_request)
redis.call('PEXPIRE', KEYS[1], keep_ms)
return {'fresh', own_id}
`

const RELEASE = `
local id, leased_until, holder = unpack(redis.call('HMGET', KEYS[1], 'render', 'queueingUntil', 'holder'))
if not leased_until or holder ~= ARGV[1] then return end
if id == ARGV[1] then redis.call('DEL', KEYS[1]) else redis.call('HSET', KEYS[1], 'queueingUntil', 0) end
`

interface Commands {
  reserveKey(
    key: string,
    ownId: string,
    request: string,
    leaseMs: number,
    keepMs: number,
  ): Promise<[KeyReservation['state'] | 'leased', string]>
  releaseKey(key: string, ownId: string): Promise<void>
}

/** Stores requests for 24 h, only as digests keyed with a secret that all gateways share. */
export function createIdempotencyStore(redis: Redis, secret: string): IdempotencyStore {
  redis.defineCommand('reserveKey', { numberOfKeys: 1, lua: RESERVE })
  redis.defineCommand('releaseKey', { numberOfKeys: 1, lua: RELEASE })
  const commands = redis as Redis & Commands

  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const keyOf = ({ projectId, key }: IdempotentRequest) => `claim:${digest('key', projectId, key)}`

  async function reserveNow(idempotent: IdempotentRequest, ownId: string) {
    const request = digest('request', idempotent.request)
    try {
      return await commands.reserveKey(keyOf(idempotent), ownId, request, LEASE_MS, KEEP_MS)
    } catch (error) {
      // The command may still reach Redis after its timeout; this one follows it on the same connection.
      commands.releaseKey(keyOf(idempotent), ownId).catch(() => {})
      throw error
    }
  }

  return {
    async reserve(idempotent, ownId) {
      const end = performance.now() + MAX_WAIT_MS
      for (;;) {
        const [state, id] = await reserveNow(idempotent, ownId)
        if (state !== 'leased') return { state, id }
        if (performance.now() > end) throw new Error('An equal request has not queued its render in time.')
        await sleep(POLL_MS)
      }
    },
    async accept(idempotent) {
      await redis.hdel(keyOf(idempotent), 'queueingUntil')
    },
    async release(idempotent, ownId) {
      await commands.releaseKey(keyOf(idempotent), ownId)
    },
  }
}
