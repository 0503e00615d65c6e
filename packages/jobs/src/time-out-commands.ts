import type { Command, Redis } from 'ioredis'

const TIMED_OUT = 'Command timed out'
/** A time-out is counted in parts, of which a pause of this whole process takes no more than one. */
const PARTS = 10

/**
 * Rejects commands that have no answer after `timeoutMs` in which this process ran. A process that was held up for longer
 * would else refuse answers that are there, before it has read them.
 */
export function timeOutCommands(redis: Redis, timeoutMs: number): Redis {
  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, ...rest) => {
    let left = PARTS
    const timer = setTimeout(() => {
      left -= 1
      if (left > 0) timer.refresh()
      else command.reject(new Error(TIMED_OUT))
    }, timeoutMs / PARTS)
    const stop = (): void => clearTimeout(timer)
    command.promise.then(stop, stop)
    return send(command, ...rest)
  }
  return redis
}

/** Whether a command failed for want of an answer. */
export function isTimeout({ message }: Error): boolean {
  return message === TIMED_OUT
}
