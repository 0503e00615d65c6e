import type { DeploymentSecrets } from '@render/vault'
import { checkout } from '../state/checkout.ts'
import { runProgram } from '../process/run-program.ts'
import type { StackPrograms } from '../programs/stack-programs.ts'
import { machineEnvironment } from './service-environment.ts'

/** Migrates the database and creates the first organisation, user, project and keys if they do not exist. */
export async function prepareDatabase({
  databaseUrl,
  programs,
  secrets,
  environment,
  logs,
  signal,
}: {
  databaseUrl: string
  programs: StackPrograms
  secrets: DeploymentSecrets
  /** The user's environment. */
  environment: NodeJS.ProcessEnv
  logs: string
  signal?: AbortSignal
}): Promise<void> {
  await runProgram({
    name: 'prepare-database',
    command: [process.execPath, programs.paths['prepare-database']],
    workingDirectory: checkout,
    environment: {
      ...machineEnvironment(),
      DATABASE_URL: databaseUrl,
      VAULT_KEYS: JSON.stringify(secrets.vaultKeys),
      SEED_SECRET_KEY: secrets.secretKey,
      SEED_PUBLISHABLE_KEY: secrets.publishableKey,
      SEED_WEBHOOK_SECRET: secrets.webhookSecret,
      SEED_ORGANISATION_KEY: secrets.organisationKey,
      ...(environment.SEED_PROXIES && { SEED_PROXIES: environment.SEED_PROXIES }),
    },
    logFile: `${logs}/prepare-database.log`,
    signal,
  })
}
