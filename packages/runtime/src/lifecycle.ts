import { collectLessOften } from './collect-less-often.ts'
import { readConfig, type Environment, type Values } from './config.ts'
import { describeCause } from './describe-cause.ts'
import type { Logger } from './logger.ts'

/** Why a service stops: a signal, or an error that nothing caught. */
type StopCause = { signal: NodeJS.Signals } | { error: unknown }

/**
 * Starts a service with its configuration and runs it until SIGTERM or SIGINT, then disposes it and exits with 0. An uncaught
 * error or unhandled rejection is logged and disposes it in the same way, with exit code 1. A second signal exits with 1 at
 * once, as do a failed start and a failed stop.
 */
export async function runService<E extends Environment>(
  environment: E,
  start: (config: Values<E>) => Promise<AsyncDisposable & { logger: Logger }>,
): Promise<void> {
  collectLessOften()
  const stop = firstCause()
  try {
    const service = await start(readConfig(environment))
    const cause = await stop
    if ('error' in cause)
      service.logger.fatal({ cause: describeCause(cause.error) }, 'stopping after an uncaught error')
    else service.logger.info(cause, 'stopping')
    await service[Symbol.asyncDispose]()
    service.logger.info('stopped')
    process.exit('error' in cause ? 1 : 0)
  } catch (error) {
    printError(error)
    process.exit(1)
  }
}

/** Resolves at the first signal or uncaught error. A second signal ends the process without waiting for the stop. */
function firstCause(): Promise<StopCause> {
  const { promise, resolve } = Promise.withResolvers<StopCause>()
  let signals = 0
  const onSignal = (signal: NodeJS.Signals) => {
    signals += 1
    if (signals > 1) process.exit(1)
    resolve({ signal })
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  // Node reports unhandled rejections here too. Further errors do not interrupt the stop.
  process.on('uncaughtException', (error) => {
    printError(error)
    resolve({ error })
  })
  return promise
}

function printError(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
}
