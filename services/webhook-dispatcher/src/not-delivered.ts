import { nextDelayMs } from './schedule.ts'

/** The receiver did not take an event, and is offered it again after a while. */
export class NotDelivered extends Error {
  readonly delayMs: number

  constructor(result: string, delayMs: number) {
    super(result)
    this.delayMs = delayMs
  }
}

/** When the queue makes the next attempt, in milliseconds; -1 for never. */
export function createBackoff(delaysMs: readonly number[]) {
  return (attemptsMade: number, error: Error | undefined): number =>
    error instanceof NotDelivered ? error.delayMs : (nextDelayMs({ attemptsMade, delaysMs }) ?? -1)
}
