// Environment variables of the service and of its commands `migrate.ts`, `seed.ts` and `admin.ts`.
import { fileURLToPath } from 'node:url'
import {
  address,
  choice,
  count,
  isListOf,
  json,
  list,
  longText,
  origins,
  port,
  secret,
  serverUrl,
  text,
  tokens,
  type Values,
} from '@render/runtime'
import {
  artefactUrl,
  baseVariables,
  callerStorageVariables,
  optionVariables,
  publicListenerVariables,
  receiverVariables,
  recordVariables,
  sealingVariables,
  storageVariables,
  videoVariables,
} from '@render/service'
import { isVaultKey, type VaultKey } from '@render/vault'

/** The plans file of the repository. */
export const DEFAULT_PLANS_FILE = fileURLToPath(new URL('../../../plans.json', import.meta.url))

const base = baseVariables()

const DATABASE_URL = secret(
  serverUrl({
    starts: ['postgresql://', 'postgres://', 'socket:'],
    desc: 'Postgres, as postgresql://user:password@host:port/database; with ?sslmode=verify-full over TLS',
  }),
)
const VAULT_KEYS = secret(
  json<VaultKey[]>({
    valid: 'a JSON array of {kid, key: base64 of 32 bytes}, at least one',
    isValid: (value) => isListOf(value, isVaultKey),
    desc: 'keys, newest first; stored secrets are sealed with them',
  }),
)

export const environment = {
  ...base,
  ...publicListenerVariables(),
  INTERNAL_HOST: text({ default: '127.0.0.1', desc: 'address that the internal API listens on' }),
  INTERNAL_PORT: port({ desc: 'port that the internal API listens on' }),
  MANAGEMENT_PUBLIC_URL: address({ desc: 'base URL of the Management API in responses' }),
  ARTEFACT_URL: artefactUrl(),
  TRUSTED_ORIGINS: origins({
    default: [],
    desc: 'origins (https://host), besides that of MANAGEMENT_PUBLIC_URL, that may send requests with a session cookie and be the target of links in mails; no CORS headers are sent',
  }),
  AUTH_SECRET: secret(longText({ minimum: 32, desc: 'key that signs session tokens and links in mails' })),
  SMTP_URL: secret(
    serverUrl({
      starts: ['smtps://', 'smtp://'],
      default: '',
      desc: 'mail server, as smtps://user:password@host; when empty, mails are written to the log',
    }),
  ),
  MAIL_FROM: text({ default: 'Render service <noreply@localhost>', desc: 'sender of mails' }),
  PLANS_FILE: text({
    default: DEFAULT_PLANS_FILE,
    desc: 'JSON file with the plans; reloaded when it changes',
  }),
  REQUESTS_PER_MINUTE: count({
    default: 3000,
    desc: 'requests to /v2 per minute of one management key or user, at each process; 0: no limit',
  }),
  UNAUTHENTICATED_PER_MINUTE: count({
    default: 300,
    desc: 'requests to /v2 without a valid key or session per minute of one client address, before it is refused; 0: no limit',
  }),
  SIGN_UP: choice({
    words: ['open', 'invited', 'closed'],
    default: 'closed',
    desc: 'who may create a user: anybody (open), people with an invitation (invited), or operators only (closed)',
  }),
  DEFAULT_PLAN: text({
    default: 'Trial',
    desc: 'plan of the organisation that is created for a user without one; no plan if this name does not exist',
  }),
  DATABASE_URL,
  GATEWAY_TOKEN: secret(
    tokens({ desc: 'tokens of the gateway for the internal API; several during a rotation' }),
  ),
  DISPATCHER_TOKEN: secret(
    tokens({ desc: 'tokens of the webhook dispatcher for the internal API; several during a rotation' }),
  ),
  OPERATOR_TOKEN: secret(
    tokens({
      desc: 'tokens of the operator for the internal API, to change organisations, plans and maintenance mode and to answer reports of renders; several during a rotation',
    }),
  ),
  VAULT_KEYS,
  ...sealingVariables,
  ...callerStorageVariables,
  ...receiverVariables,
  ...optionVariables,
  MAX_VIDEO_WIDTH: videoVariables.MAX_VIDEO_WIDTH,
  MAX_VIDEO_HEIGHT: videoVariables.MAX_VIDEO_HEIGHT,
  ARTEFACT_DAYS: storageVariables.ARTEFACT_DAYS,
  ...recordVariables,
  REPORT_DAYS: count({ default: 365, minimum: 1, desc: 'days that reports about renders are kept' }),
  AUDIT_DAYS: count({ default: 365, minimum: 1, desc: 'days that audit entries are kept' }),
  UNCONFIRMED_DAYS: count({
    default: 7,
    minimum: 1,
    desc: 'days after which users with an unconfirmed e-mail address are deleted',
  }),
}

export type ManagementConfig = Values<typeof environment>

export const migrateEnvironment = { DATABASE_URL }

export const adminEnvironment = { DATABASE_URL, REDIS_URL: base.REDIS_URL, VAULT_KEYS }

export const seedEnvironment = {
  DATABASE_URL,
  VAULT_KEYS,
  SEED_SECRET_KEY: secret(text({ desc: 'secret key of the first project, sk_...' })),
  SEED_PUBLISHABLE_KEY: secret(text({ desc: 'publishable key of the first project, pk_...' })),
  SEED_WEBHOOK_SECRET: secret(text({ desc: 'webhook secret of the first project, whsec_...' })),
  SEED_ORGANISATION_KEY: secret(text({ desc: 'management key of the first organisation, mk_...' })),
  SEED_PROXIES: secret(
    list({
      default: [],
      desc: 'proxies of the first project, [scheme://][user:password@]host:port each; unchanged when empty',
    }),
  ),
}
