import {
  address,
  count,
  durations,
  json,
  list,
  port,
  secret,
  text,
  toggle,
  type readConfig,
} from '@render/runtime'
import type { SealingKeys } from '@render/vault'

/** Every environment variable that the dispatcher reads. */
export const environment = {
  LOG_LEVEL: text({ default: 'info', desc: 'least severe level that is logged' }),
  METRICS_HOST: text({ default: '127.0.0.1', desc: 'address of the internal listener' }),
  METRICS_PORT: port({ default: 9092, desc: 'port of the internal listener' }),
  REDIS_URL: secret(address({ desc: 'address of the queue, as redis://:password@host:port' })),
  DEVELOPMENT_REDIS: toggle({ default: false, desc: '1 accepts a Redis that may lose renders' }),
  DISPATCHER_PRIVATE_KEYS: secret(
    json<SealingKeys['privateKey'][]>({
      desc: "JSON array of the private JWKs that receivers' addresses are sealed to, newest first",
    }),
  ),
  MANAGEMENT_INTERNAL_URL: address({ desc: "base of management's internal API" }),
  MANAGEMENT_TOKEN: secret(text({ desc: "token for management's internal API" })),
  ARTEFACT_URL: address({ desc: 'base of the addresses of artefacts in events' }),
  EGRESS_ALLOW: list({ default: [], desc: 'CIDRs and host names allowed although they are not public' }),
  OWN_LISTENERS: list({
    default: [],
    desc: 'host:port of listeners of ours that stay denied inside EGRESS_ALLOW',
  }),
  DNS_SERVERS: list({ default: [], desc: "name servers (address:port); the system's when empty" }),
  WEBHOOK_RETRY_DELAYS: durations({
    default: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
    desc: 'delays between attempts such as 5s,5m,2h; at most seven count',
  }),
  WEBHOOK_TIMEOUT_MS: count({ default: 15_000, desc: 'time a receiver has to answer' }),
  WEBHOOK_PROBE_MS: count({
    default: 60_000,
    desc: 'how often a host is tried that has let three deliveries in a row time out',
  }),
  WEBHOOK_MOST_WAIT_MS: count({
    // Longer than eight attempts can take when a receiver asks for more time at each.
    default: 259_200_000,
    desc: 'time after which an event is given up that waits for such a host',
  }),
}

export type WebhookDispatcherConfig = ReturnType<typeof readConfig<typeof environment>>
