import { runOnce } from './run-once.ts'
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
  await runOnce('services/management/src/migrate.ts', {
    environment: database,
    logFile: `${logs}/migrate.log`,
    signal,
  })
  const seed = {
    ...database,
    VAULT_KEYS: JSON.stringify([secrets.vaultKey]),
    SEED_SECRET_KEY: secrets.secretKey,
    SEED_PUBLISHABLE_KEY: secrets.publishableKey,
    SEED_WEBHOOK_SECRET: secrets.webhookSecret,
    SEED_ORGANISATION_KEY: secrets.organisationKey,
  }
  await runOnce('services/management/src/seed.ts', { environment: seed, logFile: `${logs}/seed.log`, signal })
}
