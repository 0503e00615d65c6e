const PATTERN = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})(?:_p[as])?$/i
const DAY_MS = 24 * 3_600_000
/** Clocks of gateways may differ, also by a time zone that is set wrongly. */
const CLOCK_MS = 14 * 3_600_000
/** The queue keeps what could not be recorded for so long. */
const QUEUE_DAYS = 30

/** Reads a render's id from a path, with or without the suffix `_ps` or `_pa`; returns undefined for any other text. */
export function parseRenderId(text: unknown): string | undefined {
  return typeof text === 'string' ? PATTERN.exec(text)?.[1]?.toLowerCase() : undefined
}

/**
 * Returns whether a render or batch may have this id: a UUID of version 7, which begins with its time, that is neither from
 * the future nor older than records are kept.
 */
export function isPossibleId(id: string, recordDays: number, now: number = Date.now()): boolean {
  if (id[14] !== '7') return false
  const madeAt = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  const keptMs = (Math.max(recordDays, QUEUE_DAYS) + 1) * DAY_MS
  return madeAt <= now + CLOCK_MS && madeAt >= now - keptMs
}
