import { randomUUIDv7 } from 'node:crypto'

/** Beginnings of ids, by the kind of row. */
export const ID_PREFIXES = {
  account: 'acc',
  auditEntry: 'aud',
  deviceCode: 'dev',
  llm: 'llm',
  managementKey: 'mkey',
  member: 'mem',
  organisation: 'org',
  plan: 'plan',
  project: 'proj',
  projectKey: 'key',
  proxy: 'prox',
  proxyPool: 'pool',
  report: 'rpt',
  session: 'ses',
  storage: 'store',
  user: 'usr',
  verification: 'ver',
  webhookSecret: 'whk',
} as const

export type IdKind = keyof typeof ID_PREFIXES

/** Makes an id such as `proj_019a…`. Later ids of a kind sort behind earlier ones. */
export function newId(kind: IdKind): string {
  return `${ID_PREFIXES[kind]}_${randomUUIDv7()}`
}
