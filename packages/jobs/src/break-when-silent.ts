import type { Command, Redis } from 'ioredis'
import { isTimeout } from './time-out-commands.ts'

/** Commands in a row that had no answer in time, after which nobody waits for one any more. */
const TIMEOUTS = 3
const PROBE_MS = 250
/** As long as there is no answer, only these are sent. */
const PROBES = new Set(['ping', 'quit'])

/**
 * A circuit breaker for a server that holds its connections open and answers nothing: commands then fail at once, instead
 * of after their time-out, until it answers a ping.
 */
export function breakWhenSilent(redis: Redis): Redis {
  let timeouts = 0
  const isSilent = (): boolean => timeouts >= TIMEOUTS && redis.status === 'ready'

  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, ...rest) => {
    if (isSilent() && !PROBES.has(command.name)) {
      command.reject(new Error('Redis does not answer.'))
      return command.promise
    }
    command.promise.then(
      () => (timeouts = 0),
      (error: Error) => {
        if (!isTimeout(error)) timeouts = 0
        else if (++timeouts === TIMEOUTS) probe()
      },
    )
    return send(command, ...rest)
  }

  function probe(): void {
    setTimeout(() => {
      // A connection that was lost meanwhile begins anew.
      if (redis.status !== 'ready') timeouts = 0
      else if (isSilent())
        redis
          .ping()
          .catch(() => undefined)
          .finally(probe)
    }, PROBE_MS).unref()
  }

  return redis
}
