import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { machineEnvironment } from '@render/local'
import type { TestBench } from './test-bench.ts'

const main = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** Starts a dispatcher in a process of its own. */
export function startProcess(bench: TestBench) {
  const child = spawn(process.execPath, [main], {
    env: { ...machineEnvironment(), ...bench.settings({ LOG_LEVEL: 'debug' }) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const started = { log: '', kill: child.kill.bind(child), exited: once(child, 'close') }
  child.stdout.on('data', (chunk) => (started.log += String(chunk)))
  return started
}
