import { freePort } from '@render/local'
import { runService, until } from '@render/testkit'

export type RunningService = Awaited<ReturnType<typeof startService>>

/** Runs the service as a process of its own; resolves when it listens. */
export async function startService(environment: Record<string, string>) {
  const [port, internalPort, metricsPort] = [await freePort(), await freePort(), await freePort()]
  const service = await runService('management', {
    ...environment,
    LOG_LEVEL: 'info',
    PORT: String(port),
    INTERNAL_PORT: String(internalPort),
    METRICS_PORT: String(metricsPort),
  })
  const metricsUrl = `http://127.0.0.1:${metricsPort}`
  await until(() => service.log.includes('"started"'))

  return Object.assign(service, {
    url: `http://127.0.0.1:${port}`,
    internalUrl: `http://127.0.0.1:${internalPort}`,
    metricsUrl,
    /** Returns the status and the parts of `/ready`. */
    async readiness() {
      const answer = await fetch(`${metricsUrl}/ready`)
      const { parts } = (await answer.json()) as { parts: Record<string, boolean> }
      return { status: answer.status, ...parts }
    },
    /** Sends SIGTERM; resolves with the exit code, or the signal's name if it had to be killed. */
    stop() {
      service.kill('SIGTERM')
      return service.exited
    },
  })
}
