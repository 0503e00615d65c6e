// A caller can grant, change or revoke only permissions that it has: of a member, an invitation or a key.
import { ApiError } from '../api/api-error.ts'
import type { Caller } from '../api/identify-caller.ts'
import { isAllowed, permissionsOf, type Permission } from '../api/permissions.ts'
import type { Role } from '../generated/client.ts'

/** The rights of the caller of a request. */
export type Rights = Pick<Caller, 'role' | 'permissions'>

/**
 * Requires all permissions of a role and, for `owner`, that the caller is an owner. A management key never counts as an
 * owner, even with all permissions, because programs hold it.
 * @throws {ApiError} `FORBIDDEN`
 */
export function requireRightsOf(role: Role, caller: Rights): void {
  if (role === 'owner' && caller.role !== 'owner')
    throw new ApiError('FORBIDDEN', { message: 'Only an owner can appoint, change or remove an owner.' })
  requirePermissions(permissionsOf(role), caller)
}

/**
 * Requires that the caller has these permissions; `*` is all of them, including future ones.
 * @throws {ApiError} `FORBIDDEN` naming the first one that is missing.
 */
export function requirePermissions(names: readonly string[], { permissions }: Rights): void {
  const missing = names.find((name) => !isAllowed(permissions, name as Permission))
  if (missing !== undefined)
    throw new ApiError('FORBIDDEN', { message: `The caller itself lacks the permission "${missing}".` })
}
