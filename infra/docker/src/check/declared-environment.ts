import { pathToFileURL } from 'node:url'
import type { ComposeService } from './compose-file.ts'
import type { Declared } from './environment-problems.ts'

/** Programs whose environment is not declared by a service's `environment`. */
const OTHERS: Record<string, readonly [file: string, name: string][]> = {
  'infra/docker/src/init-secrets.ts': [],
  'infra/docker/src/serve-fixture-site.ts': [],
  'infra/docker/src/setup-bucket.ts': [['infra/docker/src/setup-bucket-config.ts', 'environment']],
  'infra/docker/src/setup.ts': [
    ['infra/docker/src/setup-config.ts', 'environment'],
    ['services/management/src/config.ts', 'migrateEnvironment'],
    ['services/management/src/config.ts', 'seedEnvironment'],
  ],
}

/** Returns the environment that a container's program reads, from the program's configuration. */
export async function declaredEnvironment(root: string, { command = [] }: ComposeService): Promise<Declared> {
  const program = command.find((word) => word.endsWith('.ts')) ?? ''
  const [, service] = /^services\/([\w-]+)\/src\/main\.ts$/.exec(program) ?? []
  const places = service ? [[`services/${service}/src/config.ts`, 'environment'] as const] : OTHERS[program]
  if (!places) throw new Error(`Unknown program "${command.join(' ')}": its environment is not declared.`)

  const declared: Declared = {}
  for (const [file, name] of places) {
    const module = (await import(pathToFileURL(`${root}/${file}`).href)) as Record<
      string,
      Declared | undefined
    >
    if (!module[name]) throw new Error(`${file} exports no ${name}.`)
    Object.assign(declared, module[name])
  }
  return declared
}
