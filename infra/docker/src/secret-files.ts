import { redisPassword, redisUserLines, secretVariables, type RedisUser } from '@render/vault'
import type { Secrets } from './secrets.ts'

/** Files of one container, by name. Each container mounts only its own. */
export type SecretFiles = Record<string, Record<string, string>>

/** The file that Node reads with `--env-file`. */
const ENVIRONMENT_FILE = 'environment'

/** Returns the secret files of each container of docker-compose.yml, by container name. */
export function secretFiles(secrets: Secrets): SecretFiles {
  const environments = Object.entries(secretEnvironments(secrets)).map(([container, environment]) => [
    container,
    { [ENVIRONMENT_FILE]: formatEnvironment(environment) },
  ])
  return { ...(Object.fromEntries(environments) as SecretFiles), ...backingFiles(secrets) }
}

/** Returns the secret part of the environment of each container of our image. */
export function secretEnvironments(secrets: Secrets): Record<string, Record<string, string>> {
  const redis = (user: RedisUser) => ({
    REDIS_URL: `redis://${user}:${redisPassword(secrets.redisPassword, user)}@redis:6379`,
  })
  const database = { DATABASE_URL: `postgresql://render:${secrets.postgresPassword}@postgres:5432/render` }
  const privateKeys = (reader: 'worker' | 'dispatcher') => [
    secrets[`${reader}Keys`].privateKey,
    ...(secrets.formerPrivateKeys ? [secrets.formerPrivateKeys[reader]] : []),
  ]
  const bucket = (user: string, password: string) => ({
    ARTEFACT_S3_ACCESS_KEY_ID: user,
    ARTEFACT_S3_SECRET_ACCESS_KEY: password,
  })
  const variables = secretVariables(secrets)
  return {
    gateway: {
      ...redis('gateway'),
      ...bucket('gateway', secrets.bucketKeys.gateway),
      ...variables.gateway,
      WEB_BOT_AUTH_PUBLIC_KEYS: JSON.stringify([secrets.botKeys.publicKey]),
    },
    'render-worker': {
      ...redis('render-worker'),
      ...bucket('render-worker', secrets.bucketKeys['render-worker']),
      WORKER_PRIVATE_KEYS: JSON.stringify(privateKeys('worker')),
      WEB_BOT_AUTH_KEY: JSON.stringify(secrets.botKeys.privateKey),
    },
    'webhook-dispatcher': {
      ...redis('webhook-dispatcher'),
      ...variables['webhook-dispatcher'],
      DISPATCHER_PRIVATE_KEYS: JSON.stringify(privateKeys('dispatcher')),
    },
    management: {
      ...redis('management'),
      ...database,
      ...variables.management,
    },
    setup: {
      ...database,
      VAULT_KEYS: variables.management.VAULT_KEYS!,
      SEED_SECRET_KEY: secrets.secretKey,
      SEED_PUBLISHABLE_KEY: secrets.publishableKey,
      SEED_WEBHOOK_SECRET: secrets.webhookSecret,
      SEED_ORGANISATION_KEY: secrets.organisationKey,
    },
    'setup-bucket': bucket('root', secrets.bucketPassword),
  }
}

function backingFiles(secrets: Secrets): SecretFiles {
  return {
    redis: { password: secrets.redisPassword, 'redis.conf': redisConfiguration(secrets.redisPassword) },
    postgres: { password: secrets.postgresPassword },
    bucket: { password: secrets.bucketPassword, 'users.json': bucketUsers(secrets) },
  }
}

/** Returns the configuration of Redis: durable, without eviction, and with a limit before which renders are refused. */
function redisConfiguration(password: string): string {
  const settings = {
    requirepass: password,
    appendonly: 'yes',
    appendfsync: 'everysec',
    save: '""',
    maxmemory: '1gb',
    'maxmemory-policy': 'noeviction',
    hz: '2',
  }
  const lines = Object.entries(settings).map(([setting, value]) => `${setting} ${value}`)
  return [...lines, ...redisUserLines(password), ''].join('\n')
}

/** Returns the users of the bucket server, in its own form. Its root user is not one of them. */
function bucketUsers({ bucketKeys }: Secrets): string {
  const users = Object.entries(bucketKeys).map(([access, secret]) => [
    access,
    { access, secret, role: 'user', userID: 0, groupID: 0 },
  ])
  return `${JSON.stringify({ accessAccounts: Object.fromEntries(users) as object }, null, 2)}\n`
}

/** Values contain no single quote and no line break, so single quotes are safe. */
function formatEnvironment(environment: Record<string, string>): string {
  return Object.entries(environment)
    .map(([name, value]) => `${name}='${value}'\n`)
    .join('')
}
