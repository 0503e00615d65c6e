// The environment of the service and of its commands, `migrate.ts`, `seed.ts` and `admin.ts`.
import { address, count, json, list, port, readConfig, secret, text, toggle } from '@render/runtime'
import { fileURLToPath } from 'node:url'
import type { SealingKeys, VaultKey } from '@render/vault'

/** The repository's. */
export const DEFAULT_PLANS_FILE = fileURLToPath(new URL('../../../plans.json', import.meta.url))

const DATABASE_URL = secret(address({ desc: 'Postgres, as postgresql://user:password@host:port/database' }))
const REDIS_URL = secret(address({ desc: 'Redis, as redis://:password@host:port' }))
const VAULT_KEYS = secret(
  json<VaultKey[]>({
    desc: 'JSON array of {kid, key: base64 of 32 bytes}, newest first; seals stored secrets',
  }),
)

export const environment = {
  LOG_LEVEL: text({ default: 'info', desc: 'trace, debug, info, warn, error or fatal' }),
  HOST: text({ default: '127.0.0.1', desc: 'address that the Management API listens on' }),
  PORT: port({ desc: 'port of the Management API' }),
  INTERNAL_HOST: text({ default: '127.0.0.1', desc: 'address that the internal API listens on' }),
  INTERNAL_PORT: port({ desc: 'port of the internal API' }),
  METRICS_HOST: text({ default: '127.0.0.1', desc: 'address of /health, /ready and /metrics' }),
  METRICS_PORT: port({ desc: 'port of /health, /ready and /metrics' }),
  MANAGEMENT_PUBLIC_URL: address({ desc: 'base of the addresses of the Management API in answers' }),
  ARTEFACT_URL: address({ desc: 'base of the addresses of artefacts in answers' }),
  TRUST_PROXY: list({
    default: [],
    desc: 'addresses of proxies that are believed who the client is, for the log and the limits of sign-in',
  }),
  TRUSTED_ORIGINS: list({
    default: [],
    desc: 'origins besides that of MANAGEMENT_PUBLIC_URL whose pages may use sessions, as https://host',
  }),
  AUTH_SECRET: secret(text({ desc: 'signs session tokens and links of mails; 32 characters or more' })),
  SMTP_URL: secret(
    address({
      default: '',
      desc: 'mail server, as smtps://user:password@host; mails go to the log when empty',
    }),
  ),
  MAIL_FROM: text({ default: 'Render service <noreply@localhost>', desc: 'sender of mails' }),
  PLANS_FILE: text({ default: DEFAULT_PLANS_FILE, desc: 'JSON list of plans, which is watched' }),
  DEFAULT_PLAN: text({
    default: 'Unlimited',
    desc: 'name of the plan of who signs up; they have none where there is no such plan',
  }),
  DATABASE_URL,
  REDIS_URL,
  DEVELOPMENT_REDIS: toggle({ default: false, desc: '1 accepts a Redis that may lose renders' }),
  GATEWAY_TOKEN: secret(text({ desc: 'token by which the gateway is known to the internal API' })),
  DISPATCHER_TOKEN: secret(text({ desc: 'token by which the dispatcher is known to the internal API' })),
  OPERATOR_TOKEN: secret(
    text({
      desc: 'token of whoever may see and replay deliveries of any project and rotate its webhook secret',
    }),
  ),
  VAULT_KEYS,
  DISPATCHER_PUBLIC_KEY: json<SealingKeys['publicKey']>({
    desc: "JWK that receivers' addresses are sealed to",
  }),
  WORKER_PUBLIC_KEY: json<SealingKeys['publicKey']>({
    desc: "JWK that a project's proxies are sealed to on their way to workers",
  }),
  EGRESS_ALLOW: list({
    default: [],
    desc: 'CIDRs and host names that may be asked for models although they are not public',
  }),
  OWN_LISTENERS: list({
    default: [],
    desc: 'host:port of listeners of ours that stay denied inside EGRESS_ALLOW',
  }),
  DNS_SERVERS: list({ default: [], desc: "name servers (address:port); the system's when empty" }),
  ARTEFACT_DAYS: count({ default: 30, desc: 'days for which artefacts are kept' }),
  RECORD_DAYS: count({ default: 60, desc: 'days for which records of renders and of deliveries are kept' }),
  REPORT_DAYS: count({ default: 365, desc: 'days for which reports of renders are kept' }),
  AUDIT_DAYS: count({ default: 365, desc: 'days for which it is kept who changed what' }),
  UNCONFIRMED_DAYS: count({
    default: 7,
    desc: 'days for which users are kept who do not confirm their address',
  }),
}

export type Config = ReturnType<typeof readConfig<typeof environment>>

export const migrateEnvironment = { DATABASE_URL }

export const adminEnvironment = { DATABASE_URL, REDIS_URL, VAULT_KEYS }

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
      desc: 'proxies of the first project, [scheme://][user:password@]host:port each; those it has when empty',
    }),
  ),
}
