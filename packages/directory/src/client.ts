import { RenderError } from '@render/errors'
import got, { HTTPError, type Got } from 'got'
import {
  ANSWER_WITHIN_MS,
  internalPaths,
  type Account,
  type BatchRecord,
  type RenderRecord,
} from './types.ts'

export interface DirectoryClient {
  /** The account of a key, by the hex SHA-256 of the key; undefined when no such key exists. */
  account(keyHash: string): Promise<Account | undefined>
  /** A project's webhook secrets, newest first. */
  webhookSecrets(projectId: string): Promise<string[]>
  record(renderId: string): Promise<RenderRecord | undefined>
  batch(batchId: string): Promise<BatchRecord | undefined>
  /** Notes that the files of a render are deleted, and gives its record. */
  noteDeleted(renderId: string): Promise<RenderRecord | undefined>
}

export interface DirectorySettings {
  /** Base address of management's internal listener. */
  url: string
  /** The token of the calling service. */
  token: string
}

/** What a question and its answer may take on the way. */
const ON_THE_WAY_MS = 500

/** Every call throws `ServiceUnavailable` when management cannot be reached or fails. */
export function createDirectoryClient({ url, token }: DirectorySettings): DirectoryClient {
  const client = got.extend({
    prefixUrl: url,
    headers: { authorization: `Bearer ${token}` },
    timeout: { request: ANSWER_WITHIN_MS + ON_THE_WAY_MS },
    retry: { limit: 1, methods: ['GET', 'DELETE'], backoffLimit: 200 },
    responseType: 'json',
  })
  return {
    account: (keyHash) =>
      read<{ account: Account }>(client, internalPaths.account(keyHash)).then((a) => a?.account),
    webhookSecrets: (projectId) =>
      read<{ secrets: string[] }>(client, internalPaths.webhookSecrets(projectId)).then(
        (a) => a?.secrets ?? [],
      ),
    record: (renderId) =>
      read<{ record: RenderRecord }>(client, internalPaths.record(renderId)).then((a) => a?.record),
    batch: (batchId) =>
      read<{ batch: BatchRecord }>(client, internalPaths.batch(batchId)).then((a) => a?.batch),
    noteDeleted: (renderId) =>
      read<{ record: RenderRecord }>(client, internalPaths.record(renderId), 'delete').then((a) => a?.record),
  }
}

async function read<T>(client: Got, path: string, method: 'get' | 'delete' = 'get'): Promise<T | undefined> {
  try {
    return await client[method](path.slice(1)).json<T>()
  } catch (cause) {
    if (cause instanceof HTTPError && cause.response.statusCode === 404) return undefined
    throw new RenderError('ServiceUnavailable', { cause, retryAfterSeconds: 5 })
  }
}
