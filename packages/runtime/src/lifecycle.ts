import type { Logger } from './logger.ts'

/**
 * Runs a service until SIGTERM or SIGINT, then disposes it; a second signal, a failed start or a failed stop ends the
 * process with an error.
 */
export async function runService(start: () => Promise<AsyncDisposable & { logger: Logger }>): Promise<void> {
  const stopped = Promise.withResolvers<NodeJS.Signals>()
  const onSignal = (signal: NodeJS.Signals) => stopped.resolve(signal)
  process.once('SIGTERM', onSignal)
  process.once('SIGINT', onSignal)
  try {
    const service = await start()
    const signal = await stopped.promise
    service.logger.info({ signal }, 'stopping')
    await service[Symbol.asyncDispose]()
    service.logger.info('stopped')
    process.exit(0)
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
    process.exit(1)
  }
}
