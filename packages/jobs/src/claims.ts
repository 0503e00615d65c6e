import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Redis } from 'ioredis'

/** A request that its sender may repeat: however often it comes, it makes one render. */
export interface Repeatable {
  projectId: string
  /** What the sender called it; another project's is another one. */
  key: string
  /** All of what was asked for, as text that is the same for the same request. */
  request: string
}

export interface Claim {
  /** The one that was claimed first. */
  renderId: string
  /**
   * `new`: nobody asked before; queue the render. `resumed`: somebody did, and never said that it was queued; it may be
   * all the same. `accepted`: it was queued. `other`: the key belongs to another request.
   */
  state: 'new' | 'resumed' | 'accepted' | 'other'
}

export interface Claims {
  /** Whether this very request has made its render. */
  isAccepted(repeatable: Repeatable): Promise<boolean>
  /**
   * Ties a request to a render, in one step. While somebody else is about to queue that, waits for it.
   * Call `accept` once the render is queued.
   */
  claim(repeatable: Repeatable, renderId: string): Promise<Claim>
  accept(repeatable: Repeatable): Promise<void>
}

const KEEP_MS = 24 * 3_600_000
/** Longer than queueing a render can take; who has not done it by then is taken for dead. */
const QUEUEING_MS = 5000
const LOOK_AGAIN_MS = 20
const MOST_WAIT_MS = 2 * QUEUEING_MS

/** The time is that of Redis, since those who claim run on several machines. */
const CLAIM = `
local render, request, queueing_until = unpack(redis.call('HMGET', KEYS[1], 'render', 'request', 'queueingUntil'))
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
if render and request ~= ARGV[2] then return {'other', render} end
if render and not queueing_until then return {'accepted', render} end
if render and now < tonumber(queueing_until) then return {'queueing', render} end
redis.call('HSET', KEYS[1], 'queueingUntil', now + ARGV[3])
if render then return {'resumed', render} end
redis.call('HSET', KEYS[1], 'render', ARGV[1], 'request', ARGV[2])
redis.call('PEXPIRE', KEYS[1], ARGV[4])
return {'new', ARGV[1]}
`

type ClaimCommand = (
  place: string,
  renderId: string,
  request: string,
  queueingMs: number,
  keepMs: number,
) => Promise<[Claim['state'] | 'queueing', string]>

/** Requests lie in Redis for 24 h, only as digests keyed with a secret that all gateways share. */
export function createClaims(redis: Redis, secret: string): Claims {
  redis.defineCommand('claimRender', { numberOfKeys: 1, lua: CLAIM })
  const commands = redis as Redis & { claimRender: ClaimCommand }

  const digest = (...parts: string[]) =>
    createHmac('sha256', secret).update(JSON.stringify(parts)).digest('base64url')
  const placeOf = ({ projectId, key }: Repeatable) => `claim:${digest('key', projectId, key)}`
  const requestOf = ({ request }: Repeatable) => digest('request', request)

  return {
    async isAccepted(repeatable) {
      const [request, queueingUntil] = await redis.hmget(placeOf(repeatable), 'request', 'queueingUntil')
      return request === requestOf(repeatable) && queueingUntil === null
    },
    async claim(repeatable, renderId) {
      const end = performance.now() + MOST_WAIT_MS
      const [place, request] = [placeOf(repeatable), requestOf(repeatable)]
      for (;;) {
        const [state, claimed] = await commands.claimRender(place, renderId, request, QUEUEING_MS, KEEP_MS)
        if (state !== 'queueing') return { state, renderId: claimed }
        if (performance.now() > end) throw new Error('Nobody who claimed the render has queued it.')
        await sleep(LOOK_AGAIN_MS)
      }
    },
    async accept(repeatable) {
      await redis.hdel(placeOf(repeatable), 'queueingUntil')
    },
  }
}
