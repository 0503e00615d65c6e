import type { Logger } from './logger.ts'

/**
 * Runs a service until SIGTERM or SIGINT, then disposes it and ends the process with 0. A second signal, whichever of the
 * two, ends it at once with 1, disposed or not; so do a failed start and a failed stop.
 */
export async function runService(start: () => Promise<AsyncDisposable & { logger: Logger }>): Promise<void> {
  const asked = firstSignal()
  try {
    const service = await start()
    const signal = await asked
    service.logger.info({ signal }, 'stopping')
    await service[Symbol.asyncDispose]()
    service.logger.info('stopped')
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  }
}

/** Whoever signals twice does not want to wait. */
function firstSignal(): Promise<NodeJS.Signals> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.Signals>()
  let isStopping = false
  const onSignal = (signal: NodeJS.Signals) => {
    if (isStopping) process.exit(1)
    isStopping = true
    resolve(signal)
  }
  process.on('SIGTERM', onSignal)
  process.on('SIGINT', onSignal)
  return promise
}
