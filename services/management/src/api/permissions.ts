import type { Role } from '../generated/client.ts'

/** What a management key may be allowed to do; a key with `*` may do all of it. */
export const permissions = {
  'organisation:read': 'See the organisation.',
  'members:read': 'See who is in the organisation.',
  'members:write': 'Change what members are, and remove them.',
  'sessions:read': 'See where one is signed in oneself.',
  'sessions:write': 'Sign oneself out elsewhere.',
  'usage:read': 'See what was used.',
  'projects:read': 'See projects.',
  'projects:write': 'Make, change and delete projects.',
  'keys:read': 'See which keys a project has, not the keys themselves.',
  'keys:write': 'Make and revoke keys of a project.',
  'credentials:read': 'See which proxies, stores and language models there are, not their secrets.',
  'credentials:write': 'Make, change, delete and test them, and have projects use them.',
  'renders:read': 'See what became of renders.',
  'reports:read': 'See what was reported of renders.',
  'reports:write': 'Report renders, and answer.',
  'deliveries:read': 'See which events were delivered.',
  'deliveries:write': 'Have events told anew, send test events, rotate webhook secrets.',
  'audit:read': 'See who changed what.',
  'management-keys:read': 'See which management keys there are, not the keys themselves.',
  'management-keys:write': 'Make and revoke management keys.',
} as const

export type Permission = keyof typeof permissions

export const ALL = '*'

export function isAllowed(given: readonly string[], wanted: Permission): boolean {
  return given.includes(ALL) || given.includes(wanted)
}

/** What a user may do, by what they are in the organisation. */
export function permissionsOf(role: Role): readonly string[] {
  return role === 'member' ? OF_MEMBERS : [ALL]
}

const OF_MEMBERS = [
  ...Object.keys(permissions).filter((name) => name.endsWith(':read')),
  ...(['reports:write', 'sessions:write'] satisfies Permission[]),
]
