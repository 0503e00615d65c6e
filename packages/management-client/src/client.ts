import { RenderError } from '@render/errors'
import got, { HTTPError, type Got } from 'got'
import {
  ANSWER_WITHIN_MS,
  internalPaths,
  type Account,
  type AccountChanges,
  type BatchRecord,
  type RenderRecord,
} from './types.ts'

export interface ManagementClient {
  /** Returns the account of a key, by the hex SHA-256 of the key; undefined when no such key exists. */
  account(keyHash: string): Promise<Account | undefined>
  /** Gives management a secret key of which it has only the hash. */
  storeSecretKey(key: string): Promise<void>
  /**
   * Returns the organisations that have changed since a cursor, or since any time without one; undefined when management has
   * an older version.
   */
  accountChanges(since?: string): Promise<AccountChanges | undefined>
  /**
   * Returns a project's webhook secrets, newest first; undefined when management says that the project does not exist, and
   * none when it does not know the path, as older versions and wrong addresses do not.
   */
  webhookSecrets(projectId: string): Promise<string[] | undefined>
  /** Returns undefined when the render is not recorded. */
  record(renderId: string): Promise<RenderRecord | undefined>
  /** Returns undefined when no render of the batch is recorded. */
  batch(batchId: string): Promise<BatchRecord | undefined>
  /** Marks the files of a render as deleted and returns its record; undefined when there is none. */
  markDeleted(renderId: string): Promise<RenderRecord | undefined>
}

export interface ManagementClientSettings {
  /** Base URL of management's internal API. */
  url: string
  /** The token of the calling service. */
  token: string
}

/** Why a call fails when management does not accept the token of the caller: the cause of its `RenderError`. */
export class TokenRefused extends Error {}

const NETWORK_MS = 500

/**
 * Creates a client of management's internal API.
 * @throws {RenderError} `ServiceUnavailable` from all calls, when management is unreachable or fails.
 */
export function createManagementClient({ url, token }: ManagementClientSettings): ManagementClient {
  const client = got.extend({
    prefixUrl: url,
    headers: { authorization: `Bearer ${token}` },
    timeout: { request: ANSWER_WITHIN_MS + NETWORK_MS },
    retry: { limit: 1, methods: ['GET', 'DELETE'], backoffLimit: 200 },
    responseType: 'json',
  })
  return {
    account: (keyHash) =>
      read<{ account: Account }>(client, internalPaths.account(keyHash)).then((a) => a?.account),
    async storeSecretKey(key) {
      await client.post(internalPaths.secretKeys.slice(1), { json: { key } })
    },
    accountChanges: (since) =>
      read<AccountChanges>(
        client,
        internalPaths.accountChanges + (since ? `?since=${encodeURIComponent(since)}` : ''),
      ),
    async webhookSecrets(projectId) {
      const path = internalPaths.webhookSecrets(projectId)
      const answer = await read<{ secrets: string[] | null }>(client, path)
      // Management has an answer for every project: something else answers at its address.
      if (!answer) throw new RenderError('ServiceUnavailable', { cause: new Error(`${url} answers 404.`) })
      return answer.secrets ?? undefined
    },
    record: (renderId) =>
      read<{ record: RenderRecord }>(client, internalPaths.record(renderId)).then((a) => a?.record),
    batch: (batchId) =>
      read<{ batch: BatchRecord }>(client, internalPaths.batch(batchId)).then((a) => a?.batch),
    markDeleted: (renderId) =>
      read<{ record: RenderRecord }>(client, internalPaths.record(renderId), 'delete').then((a) => a?.record),
  }
}

async function read<T>(client: Got, path: string, method: 'get' | 'delete' = 'get'): Promise<T | undefined> {
  try {
    return await client[method](path.slice(1)).json<T>()
  } catch (cause) {
    const status = cause instanceof HTTPError ? cause.response.statusCode : undefined
    if (status === 404) return undefined
    const refused = status === 401 && new TokenRefused('Management refuses MANAGEMENT_TOKEN.', { cause })
    throw new RenderError('ServiceUnavailable', { cause: refused || cause })
  }
}
