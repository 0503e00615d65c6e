import type { Command, Redis } from 'ioredis'
import { isTimeout } from './command-timeouts.ts'

/** Successive timeouts after which commands are rejected at once. */
const MAX_TIMEOUTS = 3
const PROBE_MS = 250
/** The only commands that are sent while the circuit is open. */
const PROBES = new Set(['ping', 'quit'])

/**
 * Adds a circuit breaker for a server that keeps its connections open and answers nothing: commands then fail at once
 * instead of after their timeout, until it answers a ping.
 */
export function addCircuitBreaker(redis: Redis): Redis {
  let timeouts = 0
  const isOpen = (): boolean => timeouts >= MAX_TIMEOUTS && redis.status === 'ready'

  const send = redis.sendCommand.bind(redis)
  redis.sendCommand = (command: Command, ...rest) => {
    if (isOpen() && !PROBES.has(command.name)) {
      command.reject(new Error('Redis does not answer.'))
      return command.promise
    }
    command.promise.then(
      () => (timeouts = 0),
      (error: Error) => {
        if (!isTimeout(error)) timeouts = 0
        else if (++timeouts === MAX_TIMEOUTS) probe()
      },
    )
    return send(command, ...rest)
  }

  function probe(): void {
    setTimeout(() => {
      // A new connection starts with a closed circuit.
      if (redis.status !== 'ready') timeouts = 0
      else if (isOpen())
        redis
          .ping()
          .catch(() => undefined)
          .finally(probe)
    }, PROBE_MS).unref()
  }

  return redis
}
