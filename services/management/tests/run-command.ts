import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { machineEnvironment } from '@render/local'

/** Runs one of the service's commands to its end, with the given environment variables and the machine's. */
export async function runCommand(
  script: 'migrate.ts' | 'seed.ts' | 'admin.ts',
  environment: Record<string, string>,
  words: string[] = [],
) {
  const path = fileURLToPath(new URL(`../src/${script}`, import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [path, ...words], {
    env: { ...machineEnvironment(), ...environment },
  })
  return stdout.trim()
}
