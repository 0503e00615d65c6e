import { nextDelayMs } from './schedule.ts'

interface Circumstances {
  status?: number
  /** What the receiver asked for. */
  retryAfterMs?: number
}

/** The receiver did not take an event; carries what decides when it is offered again. */
export class NotDelivered extends Error {
  readonly circumstances: Circumstances

  constructor(result: string, circumstances: Circumstances) {
    super(result)
    this.circumstances = circumstances
  }
}

/** When the queue makes the next attempt, in milliseconds; -1 for never. */
export function createBackoff(delaysMs: readonly number[]) {
  return (attemptsMade: number, error: Error | undefined): number => {
    const circumstances = error instanceof NotDelivered ? error.circumstances : {}
    return nextDelayMs({ attemptsMade, delaysMs, ...circumstances }) ?? -1
  }
}
