// Limits of the work that a gateway accepts, and of its cache of links.
import type { LinkCacheLimits } from '@render/jobs'
import { count, type Values } from '@render/runtime'
import type { storageVariables } from '@render/service'
import type { ResourceLimits } from './make/load-shedding.ts'

/** Limits where the plan of a caller sets none, and the longest estimated waits. */
export interface RenderLimits {
  /** Renders a minute of a key; null for no limit. */
  perMinute: number | null
  /** Outstanding renders of a project. */
  outstanding: number
  /** Bytes of the outstanding renders of a project, and of all projects. */
  outstandingBytes: { project: number; all: number }
  /** Renders that may wait while no worker reports its speed. */
  waiting: number
  /** Longest estimated wait in the queue, for synchronous and asynchronous renders. */
  queueMs: { sync: number; async: number }
}

const MB = 1024 ** 2

export const loadVariables = {
  RENDERS_PER_MINUTE: count({
    default: 0,
    desc: 'renders per minute of a key whose plan sets no rate; 0: no limit',
  }),
  MAX_OUTSTANDING: count({
    default: 10_000,
    minimum: 1,
    desc: 'outstanding renders (accepted and not ended) of a project whose plan sets no limit',
  }),
  MAX_OUTSTANDING_MB: count({
    default: 256,
    minimum: 1,
    desc: "megabytes that a project's outstanding renders may take in Redis",
  }),
  MAX_QUEUED_MB: count({
    default: 512,
    minimum: 1,
    desc: 'megabytes that all outstanding renders may take in Redis; at most half of its maxmemory',
  }),
  LINK_CACHE_ENTRIES: count({
    default: 10_000,
    minimum: 1,
    desc: "results of a project's links that are cached",
  }),
  LINK_CACHE_PROJECT_MB: count({
    default: 64,
    minimum: 1,
    desc: "megabytes that the cached results of a project's links may take in Redis, without their files",
  }),
  LINK_CACHE_MB: count({
    default: 128,
    minimum: 1,
    desc: 'megabytes that the cached results of all links may take in Redis; at most an eighth of its maxmemory',
  }),
  MAX_WAITING_UNSERVED: count({
    default: 1000,
    minimum: 1,
    desc: 'waiting renders above which new ones are refused while no worker has reported its speed, so that waits cannot be estimated',
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
    desc: '90th percentile of event loop delays, in milliseconds, above which renders are refused; 0: no limit',
  }),
}

type LoadConfig = Values<typeof loadVariables> &
  Values<Pick<typeof storageVariables, 'MIN_FREE_DISK_PERCENT'>>

export function renderLimits(config: LoadConfig): RenderLimits {
  return {
    perMinute: config.RENDERS_PER_MINUTE || null,
    outstanding: config.MAX_OUTSTANDING,
    outstandingBytes: { project: config.MAX_OUTSTANDING_MB * MB, all: config.MAX_QUEUED_MB * MB },
    waiting: config.MAX_WAITING_UNSERVED,
    queueMs: { sync: config.SYNC_QUEUE_SECONDS * 1000, async: config.ASYNC_QUEUE_SECONDS * 1000 },
  }
}

export function linkCacheLimits(config: LoadConfig): LinkCacheLimits {
  return {
    entries: config.LINK_CACHE_ENTRIES,
    bytes: { project: config.LINK_CACHE_PROJECT_MB * MB, all: config.LINK_CACHE_MB * MB },
  }
}

export function resourceLimits(config: LoadConfig): ResourceLimits {
  return {
    freeMemoryPercent: config.MIN_FREE_MEMORY_PERCENT,
    freeDiskPercent: config.MIN_FREE_DISK_PERCENT,
    eventLoopMs: config.MAX_EVENT_LOOP_MS,
  }
}
