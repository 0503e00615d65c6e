// Routes of the internal API for the gateway and the dispatcher.
import type { Route } from '@render/http'
import { internalPaths } from '@render/management-client'
import { Type } from 'typebox'
import { findAccountChanges } from '../accounts/account-changes.ts'
import { findAccount } from '../accounts/find-account.ts'
import { validator } from '../api/validate.ts'
import type { ManagementContext } from '../context.ts'
import { findWebhookSecrets } from '../deliveries/webhook-secrets.ts'
import { sealKnownKey } from '../projects/seal-project-key.ts'
import { findBatch, findRecord, markDeleted } from '../renders/records.ts'
import { answerFromDatabase } from './answer-from-database.ts'
import { internalRoute } from './internal-route.ts'
import { invalidBody, withBody } from './with-body.ts'

type AccountContext = Pick<ManagementContext, 'database' | 'tokens' | 'vault' | 'sealForWorker'>
type RecordContext = Pick<ManagementContext, 'database' | 'tokens'>
type SecretsContext = Pick<ManagementContext, 'database' | 'tokens' | 'vault'>
type WebhookContext = SecretsContext & Pick<ManagementContext, 'logger'>

const readKey = validator(Type.Object({ key: Type.String() }), invalidBody)

/** Returns the account that a project's key belongs to. */
export function accountRoute({ database, tokens, vault, sealForWorker }: AccountContext): Route {
  return internalRoute('account', internalPaths.account(':keyHash'), tokens.gateway, {
    get: async (req, res) => {
      const found = findAccount(database, String(req.params.keyHash), { vault, sealForWorker })
      res.json({ account: await answerFromDatabase('key', found) })
    },
  })
}

/** Takes a secret key of which only the hash is stored, as a gateway got it with a request: links are signed with the key. */
export function secretKeysRoute({ database, tokens, vault }: SecretsContext): Route {
  return internalRoute('secret keys', internalPaths.secretKeys, tokens.gateway, {
    post: withBody(readKey, async ({ key }) => {
      await answerFromDatabase(
        'key',
        sealKnownKey(database, vault, key).then(() => true),
      )
      return {}
    }),
  })
}

/** Returns which organisations have changed since the cursor `since`, so that gateways request only their keys again. */
export function accountChangesRoute({ database, tokens }: RecordContext): Route {
  const route = internalRoute('account changes', internalPaths.accountChanges, tokens.gateway, {
    get: async (req, res) => {
      const { since } = req.query
      const found = findAccountChanges(database, typeof since === 'string' ? since : undefined)
      res.json(await answerFromDatabase('change', found))
    },
  })
  return { ...route, isFrequent: true }
}

/** Returns the record of a finished render; `DELETE` first marks its files as deleted. */
export function recordRoute({ database, tokens }: RecordContext): Route {
  return internalRoute('record', internalPaths.record(':renderId'), tokens.gateway, {
    get: async (req, res) => {
      const found = findRecord(database, String(req.params.renderId))
      res.json({ record: await answerFromDatabase('render', found) })
    },
    delete: async (req, res) => {
      const marked = markDeleted(database, String(req.params.renderId))
      res.json({ record: await answerFromDatabase('render', marked) })
    },
  })
}

/** Returns the recorded renders of a batch. */
export function batchRoute({ database, tokens }: RecordContext): Route {
  return internalRoute('batch', internalPaths.batch(':batchId'), tokens.gateway, {
    get: async (req, res) => {
      const found = findBatch(database, String(req.params.batchId))
      res.json({ batch: await answerFromDatabase('batch', found) })
    },
  })
}

/** Returns the secrets that a project's webhooks are signed with; null for a project that does not exist. */
export function webhookSecretsRoute({ database, tokens, vault, logger }: WebhookContext): Route {
  return internalRoute('webhook secrets', internalPaths.webhookSecrets(':projectId'), tokens.dispatcher, {
    get: async (req, res) => {
      const found = findWebhookSecrets(database, { vault, logger }, String(req.params.projectId))
      const answer = found.then((secrets) => ({ secrets: secrets ?? null }))
      res.json(await answerFromDatabase('project', answer))
    },
  })
}
