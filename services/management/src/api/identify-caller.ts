import { apiKeyKind, hashApiKey } from '@render/vault'
import type { Request } from 'express'
import type { Database } from '../database.ts'
import { ApiError } from './api-error.ts'

/** Who uses the Management API: always somebody of one organisation. */
export interface Caller {
  organisationId: string
  /** By name; `*` is all of them. */
  permissions: readonly string[]
  /** The management key. */
  keyId: string
}

/**
 * Finds out who asks, by the management key in `x-api-key`.
 * @throws {ApiError} `UNAUTHORIZED`, alike for keys that are wrong, unknown, revoked, or of another kind.
 */
export async function identifyCaller(req: Request, { client }: Pick<Database, 'client'>): Promise<Caller> {
  const key = req.get('x-api-key') ?? ''
  const found =
    apiKeyKind(key) === 'mk' && (await client.managementKey.findUnique({ where: { hash: hashApiKey(key) } }))
  if (!found || found.revokedAt) throw new ApiError('UNAUTHORIZED')
  const { id, organisationId, permissions } = found
  return { organisationId, permissions, keyId: id }
}
