// Errors that end an attempt, and say what follows.

/** The receiver did not accept an event; the queue retries it after `delayMs`. */
export class NotDelivered extends Error {
  readonly delayMs: number

  constructor(result: string, delayMs: number) {
    super(result)
    this.delayMs = delayMs
  }
}

/** `lost` is our fault and raises an alert; `exhausted` and `gone` are the receiver's. */
type GiveUpReason = 'exhausted' | 'gone' | 'lost'

interface GiveUpOptions {
  /** For the log; must not contain the receiver's address. */
  cause?: unknown
  /** Whether the delivery log already has the final state. */
  isReported?: boolean
}

/** Ends a delivery without further attempts. `createDeliverWebhook` catches it. */
export class GiveUp extends Error {
  readonly reason: GiveUpReason
  readonly isReported: boolean

  constructor(reason: GiveUpReason, message: string, { cause, isReported = false }: GiveUpOptions = {}) {
    super(message, { cause })
    this.reason = reason
    this.isReported = isReported
  }
}
