import type { StackInfo, SupervisedProcess } from '@render/local'
import { until } from '@render/testkit'

export interface FoundWorker {
  process: SupervisedProcess
  ports: StackInfo['ports']
}

/** Waits until one of these workers has a running render and returns it. */
export function untilOneIsBusy(workers: readonly FoundWorker[]): Promise<FoundWorker> {
  return until(async () => {
    for (const worker of workers) if (await isBusy(worker)) return worker
    return undefined
  })
}

export async function isBusy({ ports }: FoundWorker): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${ports.workerMetrics}/metrics`).catch(() => undefined)
  return /^renders_under_way\{[^}]*\} [1-9]/m.test((await response?.text()) ?? '')
}
