import { apiKeyKind, hashApiKey } from '@render/vault'
import type { Request } from 'express'
import type { ManagementContext } from '../context.ts'
import type { Role } from '../generated/client.ts'
import { ApiError } from './api-error.ts'
import { mapDatabaseErrors } from './map-database-errors.ts'
import { permissionsOf } from './permissions.ts'
import { hasSessionCookie } from './session-cookie.ts'

/** The authenticated user or management key behind a request. It acts for exactly one organisation. */
export interface Caller {
  organisationId: string
  /** Permission names; `*` means all. */
  permissions: readonly string[]
  /** The user's role in the organisation, or `key` for a management key. */
  role: Role | 'key'
  /** Null for a management key. */
  userId: string | null
  /** Null for a management key. */
  sessionId: string | null
  /** Null for a user. */
  keyId: string | null
}

type Context = Pick<ManagementContext, 'database' | 'auth'>

/**
 * Authenticates a request by the management key in `x-api-key`, or by a session: its cookie, or its token as bearer.
 * @throws {ApiError} `UNAUTHORIZED` with the same answer for malformed, unknown, revoked and expired keys and sessions;
 *   `BAD_REQUEST` when both are sent; `FORBIDDEN` for a user who has left the session's organisation.
 */
export async function identifyCaller(req: Request, context: Context): Promise<Caller> {
  const key = req.get('x-api-key')
  const hasSession = hasSessionCookie(req) || req.get('authorization') !== undefined
  if (key !== undefined && hasSession)
    throw new ApiError('BAD_REQUEST', { message: 'Send either a management key or a session, not both.' })
  return hasSession ? identifyUser(req, context) : mapDatabaseErrors(identifyKey(key ?? '', context))
}

async function identifyKey(key: string, { database }: Context): Promise<Caller> {
  const found =
    apiKeyKind(key) === 'mk' &&
    (await database.client.managementKey.findUnique({ where: { hash: hashApiKey(key) } }))
  if (!found || found.revokedAt) throw new ApiError('UNAUTHORIZED')
  const { id, organisationId, permissions } = found
  return { organisationId, permissions, role: 'key', userId: null, sessionId: null, keyId: id }
}

async function identifyUser(req: Request, { database, auth }: Context): Promise<Caller> {
  const session = await auth.findSession(credentials(req))
  if (!session) throw new ApiError('UNAUTHORIZED')
  const { id: sessionId, userId, organisationId = '' } = session
  const member = await mapDatabaseErrors(
    database.client.member.findUnique({ where: { organisationId_userId: { organisationId, userId } } }),
  )
  if (!member)
    throw new ApiError('FORBIDDEN', {
      message: 'You are no longer a member of the active organisation: set another, or sign in again.',
    })
  return {
    organisationId,
    permissions: permissionsOf(member.role),
    role: member.role,
    userId,
    sessionId,
    keyId: null,
  }
}

function credentials(req: Request): Headers {
  const headers = new Headers()
  for (const name of ['cookie', 'authorization']) {
    const value = req.get(name)
    if (value !== undefined) headers.set(name, value)
  }
  return headers
}
