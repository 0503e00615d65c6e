import type { Command, Redis } from 'ioredis'

const TIMED_OUT = 'Command timed out'
/** A timeout is counted in parts, of which a pause of this whole process uses up no more than one. */
const PARTS = 10

/**
 * Rejects commands that have no answer after `timeoutMs` in which this process ran. With a plain timer, a process that
 * was paused for longer would reject answers that have arrived but were not read yet.
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

/** Returns whether a command failed because it had no answer in time. */
export function isTimeout({ message }: Error): boolean {
  return message === TIMED_OUT
}
