import { count, durations, isListOf, json, secret, type Values } from '@render/runtime'
import {
  artefactUrl,
  baseVariables,
  headerVariables,
  managementVariables,
  receiverVariables,
} from '@render/service'
import { isPrivateKey, type SealingKeys } from '@render/vault'

/** All environment variables that the dispatcher reads. */
export const environment = {
  ...baseVariables({ metricsPort: 9092 }),
  DISPATCHER_PRIVATE_KEYS: secret(
    json<SealingKeys['privateKey'][]>({
      valid: 'a JSON array of private JWKs (X25519), at least one',
      isValid: (value) => isListOf(value, (key) => isPrivateKey(key, 'x25519')),
      desc: "private keys that open receivers' sealed addresses, newest first",
    }),
  ),
  ...managementVariables,
  ...receiverVariables,
  ...headerVariables,
  ARTEFACT_URL: artefactUrl(),
  WEBHOOK_RETRY_DELAYS: durations({
    default: [5_000, 300_000, 1_800_000, 7_200_000, 18_000_000, 36_000_000, 36_000_000],
    desc: 'delays between attempts, such as 5s,5m,2h; at most seven are used',
  }),
  WEBHOOK_TIMEOUT_MS: count({
    default: 15_000,
    minimum: 1,
    desc: 'time for a receiver to respond, in milliseconds',
  }),
  WEBHOOK_PROBE_MS: count({
    default: 60_000,
    minimum: 1,
    desc: 'interval of attempts, in milliseconds, at a receiver whose last three deliveries timed out',
  }),
  WEBHOOK_MOST_WAIT_MS: count({
    default: 259_200_000,
    minimum: 1,
    desc: 'maximum time, in milliseconds, that an event waits in total for such a receiver, or for a slot, before it is given up',
  }),
}

export type WebhookDispatcherConfig = Values<typeof environment>
