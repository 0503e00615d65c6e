import { mkdirSync, statSync } from 'node:fs'
import type { ComposeService } from './compose-file.ts'
import { declaredEnvironment } from './declared-environment.ts'
import { requiredNames } from './environment-problems.ts'
import { lastLines } from './root-system.ts'
import { inContainer, inRoot, type Trial } from './trial.ts'

/** Runs the programs of the image as far as possible without Redis and Postgres. */
export async function tryPrograms(trial: Trial): Promise<void> {
  const { report, services, image } = trial
  for (const [name, service] of Object.entries(services)) {
    const program = service.command?.find(
      (word) => word.startsWith('services/') || /\/setup(-bucket)?\.ts$/.test(word),
    )
    if (!program) continue
    await report.check(`${name} loads in the image and asks for its configuration`, () =>
      loadProblems(trial, program, service),
    )
  }
  await report.check('init-secrets writes the secrets, and the worker reads its own', () =>
    secretProblems(trial),
  )
  await report.check('the fixture site answers its health check', async () => {
    const { command = [], healthcheck } = services['fixture-site']!
    const probe = (healthcheck!.test as string[]).slice(1).join(' ')
    const tries = `for try in 1 2 3 4 5 6 7 8 9 10; do ${probe} && exit 0; sleep 0.3; done; exit 1`
    const { code, output } = await inContainer(trial, 'fixture-site', {
      command: ['sh', '-c', `${command.join(' ')} & ${tries}`],
    })
    return code === 0 ? [] : [lastLines(output)]
  })
  await report.check('the health check of the image fails while nothing listens', async () => {
    const { code, output } = await inContainer(trial, 'gateway', { command: image.healthCheck })
    return code === 1 && output.includes('ECONNREFUSED') ? [] : [`${code}: ${output}`]
  })
  await report.check('nothing that this machine lent is left in the image', () =>
    ['mnt/certificates.pem', 'mnt/npmrc', 'root/.npmrc', 'app/.npmrc'].filter((file) =>
      statSync(`${image.system.path}/${file}`, { throwIfNoEntry: false }),
    ),
  )
}

/** A program without an environment fails at its configuration, which proves that all its imports are in the image. */
async function loadProblems(trial: Trial, program: string, service: ComposeService): Promise<string[]> {
  const { code, output } = await inRoot(trial, ['node', program])
  if (code === 0 || !output.includes('Invalid configuration:')) return [`${code}: ${lastLines(output)}`]
  // The setup step reads some variables itself; its commands read the others.
  if (!program.startsWith('services/')) return []
  const declared = await declaredEnvironment(trial.checkout, service)
  return requiredNames(declared, trial.image.variables)
    .filter((name) => !Object.hasOwn(trial.image.variables, name) && !output.includes(`${name}:`))
    .map((name) => `it does not ask for ${name}`)
}

const BUCKET_KEY = 'ARTEFACT_S3_ACCESS_KEY_ID, ARTEFACT_S3_SECRET_ACCESS_KEY'

async function secretProblems(trial: Trial): Promise<string[]> {
  const mounted = (trial.services['init-secrets']?.volumes ?? []).map((volume) => volume.split(':')[0]!)
  const volumes = Object.fromEntries(mounted.map((name) => [name, `${trial.work}/volumes/${name}`]))
  for (const folder of Object.values(volumes)) mkdirSync(folder, { recursive: true, mode: 0o755 })

  const made = await inContainer(trial, 'init-secrets', { volumes })
  if (made.code !== 0) return [lastLines(made.output)]
  const command = ['cat', '/run/render/environment']
  const { output } = await inContainer(trial, 'render-worker', { volumes, command })
  const names = [...output.matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name).join(', ')
  const kept = statSync(`${volumes['secrets-kept']}/secrets.json`).mode & 0o777
  return [
    ...(names === `REDIS_URL, ${BUCKET_KEY}, WORKER_PRIVATE_KEYS, WEB_BOT_AUTH_KEY`
      ? []
      : [`the worker reads ${names || output}`]),
    ...(kept === 0o600 ? [] : [`all secrets together have mode ${kept.toString(8)}`]),
  ]
}
