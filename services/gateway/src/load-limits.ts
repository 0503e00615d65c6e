// How much is taken on at a time, in the order in which load is shed.
import { count, type readConfig } from '@render/runtime'
import type { RenderLimits } from './admit-renders.ts'
import type { RoomLimits } from './room.ts'

const percent = (settings: { default: number; desc: string }) => count({ maximum: 100, ...settings })

export const loadVariables = {
  RENDERS_PER_MINUTE: count({
    default: 0,
    desc: 'renders a minute of a key whose plan does not say; 0 for any number',
  }),
  MAX_OUTSTANDING: count({
    default: 10_000,
    minimum: 1,
    desc: 'renders of a project that have not ended, where its plan does not say',
  }),
  SYNC_QUEUE_SECONDS: count({
    default: 60,
    desc: 'longest estimated wait in the queue for which synchronous renders are taken',
  }),
  ASYNC_QUEUE_SECONDS: count({
    default: 600,
    desc: 'longest estimated wait in the queue for which asynchronous renders are taken',
  }),
  MIN_FREE_MEMORY_PERCENT: percent({
    default: 15,
    desc: 'free memory, of the gateway and of a limited Redis, below which no renders are taken',
  }),
  MIN_FREE_DISK_PERCENT: percent({
    default: 10,
    desc: 'free disk where artefacts lie below which no renders are taken',
  }),
  MAX_EVENT_LOOP_MS: count({
    default: 100,
    desc: '99th percentile of delays in the gateway above which no renders are taken; 0 for any',
  }),
}

type LoadConfig = Pick<ReturnType<typeof readConfig<typeof loadVariables>>, keyof typeof loadVariables>

export function renderLimits(config: LoadConfig): RenderLimits {
  return {
    perMinute: config.RENDERS_PER_MINUTE || null,
    outstanding: config.MAX_OUTSTANDING,
    queueMs: { sync: config.SYNC_QUEUE_SECONDS * 1000, async: config.ASYNC_QUEUE_SECONDS * 1000 },
  }
}

export function roomLimits(config: LoadConfig): RoomLimits {
  return {
    freeMemoryPercent: config.MIN_FREE_MEMORY_PERCENT,
    freeDiskPercent: config.MIN_FREE_DISK_PERCENT,
    eventLoopMs: config.MAX_EVENT_LOOP_MS,
  }
}
