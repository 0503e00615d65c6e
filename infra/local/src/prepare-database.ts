import { checkout } from './checkout.ts'
import { runProgram } from './run-program.ts'
import type { Secrets } from './secrets.ts'
import { machineEnvironment } from './service-environment.ts'

/** Brings the database to the newest schema and sees that the first organisation, user, project and keys are there. */
export async function prepareDatabase({
  databaseUrl,
  secrets,
  logs,
  signal,
}: {
  databaseUrl: string
  secrets: Secrets
  logs: string
  signal?: AbortSignal
}): Promise<void> {
  const database = { ...machineEnvironment(), DATABASE_URL: databaseUrl }
  const run = (name: 'migrate' | 'seed', environment: NodeJS.ProcessEnv) =>
    runProgram({
      name,
      command: [process.execPath, `services/management/src/${name}.ts`],
      workingDirectory: checkout,
      environment,
      logFile: `${logs}/${name}.log`,
      signal,
    })

  await run('migrate', database)
  await run('seed', {
    ...database,
    VAULT_KEYS: JSON.stringify([secrets.vaultKey]),
    SEED_SECRET_KEY: secrets.secretKey,
    SEED_PUBLISHABLE_KEY: secrets.publishableKey,
    SEED_WEBHOOK_SECRET: secrets.webhookSecret,
    SEED_ORGANISATION_KEY: secrets.organisationKey,
  })
}
