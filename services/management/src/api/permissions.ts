import type { Role } from '../generated/client.ts'

/** Everything a caller can be allowed to do. A management key with `*` has all of it. */
export const permissions = {
  'organisation:read': 'See the organisation.',
  'members:read': 'List the members of the organisation, and its open invitations.',
  'members:write': 'Change roles, invite and remove members.',
  'sessions:read': "List the caller's own sessions.",
  'sessions:write': "End the caller's own sessions.",
  'usage:read': 'See the usage.',
  'projects:read': 'See projects.',
  'projects:write': 'Create, update and delete projects.',
  'keys:read': 'List the keys of a project, without the keys themselves.',
  'keys:write': 'Create and revoke keys of a project.',
  'credentials:read': 'List proxies, object stores and language models, without their secrets.',
  'credentials:write': 'Create, update, delete and test them, and assign them to projects.',
  'renders:read': 'See finished renders.',
  'reports:read': 'See reports of renders.',
  'reports:write': 'Report renders, and reply.',
  'deliveries:read': 'See webhook deliveries.',
  'deliveries:write': 'Replay webhook deliveries, send test events, rotate webhook secrets.',
  'audit:read': 'See the audit log.',
  'management-keys:read': 'List management keys, without the keys themselves.',
  'management-keys:write': 'Create and revoke management keys.',
} as const

export type Permission = keyof typeof permissions

export const ALL = '*'

export function isAllowed(granted: readonly string[], required: Permission): boolean {
  return granted.includes(ALL) || granted.includes(required)
}

/** Returns the permissions of a user with this role in the organisation. */
export function permissionsOf(role: Role): readonly string[] {
  return role === 'member' ? MEMBER_PERMISSIONS : [ALL]
}

const MEMBER_PERMISSIONS = [
  ...Object.keys(permissions).filter((name) => name.endsWith(':read')),
  ...(['reports:write', 'sessions:write'] satisfies Permission[]),
]
