import { runService, until, type ServiceProcess } from '@render/testkit'

export interface GatewayProcess extends ServiceProcess {
  url: string
  metricsUrl: string
}

/** Starts a gateway in a process of its own and waits until it is ready; rejects with its output when it ends before that. */
export async function startProcess(environment: Record<string, string>): Promise<GatewayProcess> {
  const service = await runService('gateway', { ...environment, LOG_LEVEL: 'info' })
  const metricsUrl = `http://127.0.0.1:${environment.METRICS_PORT}`
  await until(async () => !service.isRunning() || (await isReady(metricsUrl)))
  if (!service.isRunning()) {
    await service.exited
    throw new Error(service.log)
  }
  return Object.assign(service, { url: `http://127.0.0.1:${environment.PORT}`, metricsUrl })
}

async function isReady(metricsUrl: string): Promise<boolean> {
  return fetch(`${metricsUrl}/ready`).then(
    ({ ok }) => ok,
    () => false,
  )
}
