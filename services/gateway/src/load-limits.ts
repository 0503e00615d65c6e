// Limits of accepted work, in the order in which load is shed.
import { count, type Values } from '@render/runtime'
import type { storageVariables } from '@render/service'
import type { ResourceLimits } from './make/load-shedding.ts'

/** Limits where the plan of a caller sets none, and the longest estimated waits. */
export interface RenderLimits {
  /** Renders a minute of a key; null for no limit. */
  perMinute: number | null
  /** Outstanding renders of a project. */
  outstanding: number
  /** Longest estimated wait in the queue, for synchronous and asynchronous renders. */
  queueMs: { sync: number; async: number }
}

export const loadVariables = {
  RENDERS_PER_MINUTE: count({
    default: 0,
    desc: 'renders per minute of a key whose plan sets no rate; 0: no limit',
  }),
  MAX_OUTSTANDING: count({
    default: 10_000,
    minimum: 1,
    desc: 'unfinished renders of a project whose plan sets no limit',
  }),
  SYNC_QUEUE_SECONDS: count({
    default: 60,
    desc: 'estimated queue time above which synchronous renders are refused',
  }),
  ASYNC_QUEUE_SECONDS: count({
    default: 600,
    desc: 'estimated queue time above which asynchronous renders are refused',
  }),
  MIN_FREE_MEMORY_PERCENT: count({
    default: 15,
    maximum: 100,
    desc: 'free memory, of the gateway and of a Redis with a limit, below which renders are refused',
  }),
  MAX_EVENT_LOOP_MS: count({
    default: 100,
    desc: '99th percentile of event loop delays above which renders are refused; 0: no limit',
  }),
}

type LoadConfig = Values<typeof loadVariables> &
  Values<Pick<typeof storageVariables, 'MIN_FREE_DISK_PERCENT'>>

export function renderLimits(config: LoadConfig): RenderLimits {
  return {
    perMinute: config.RENDERS_PER_MINUTE || null,
    outstanding: config.MAX_OUTSTANDING,
    queueMs: { sync: config.SYNC_QUEUE_SECONDS * 1000, async: config.ASYNC_QUEUE_SECONDS * 1000 },
  }
}

export function resourceLimits(config: LoadConfig): ResourceLimits {
  return {
    freeMemoryPercent: config.MIN_FREE_MEMORY_PERCENT,
    freeDiskPercent: config.MIN_FREE_DISK_PERCENT,
    eventLoopMs: config.MAX_EVENT_LOOP_MS,
  }
}
