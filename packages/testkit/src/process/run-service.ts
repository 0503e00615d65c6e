import { machineEnvironment, stackPrograms, type ServiceName } from '@render/local'
import { spawn } from 'node:child_process'
import { once } from 'node:events'

/** A service that runs in a process of its own. */
export interface ServiceProcess extends AsyncDisposable {
  pid: number
  /** Everything it printed so far. */
  log: string
  isRunning(): boolean
  kill(signal: NodeJS.Signals): void
  /** Resolves with the exit code, or the signal that ended it, once everything it printed is in `log`. */
  exited: Promise<number | NodeJS.Signals>
}

/** Starts the program of a service with these variables. Disposing kills it. */
export async function runService(
  name: ServiceName,
  environment: Record<string, string>,
): Promise<ServiceProcess> {
  const { paths } = await stackPrograms()
  const child = spawn(process.execPath, [paths[name]], {
    env: { ...machineEnvironment(), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const service: ServiceProcess = {
    pid: child.pid!,
    log: '',
    isRunning: () => child.exitCode === null && child.signalCode === null,
    kill: (signal) => void child.kill(signal),
    exited: once(child, 'close').then(([code, signal]) => (code ?? signal) as number | NodeJS.Signals),
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await service.exited
    },
  }
  for (const output of [child.stdout, child.stderr])
    output.on('data', (chunk: Buffer) => (service.log += chunk.toString()))
  return service
}
