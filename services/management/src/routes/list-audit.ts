import { Type } from 'typebox'
import { endpoint } from '../api/endpoint.ts'
import { auditEntry, cursor, next, time } from '../api/shapes.ts'
import { showAuditEntry } from '../api/show.ts'
import { listAudit as list } from '../audit.ts'
import { cutList } from '../list-order.ts'

export const listAudit = endpoint({
  id: 'listAudit',
  method: 'get',
  path: '/organisation/:org/audit',
  summary: 'Who changed what, the latest first.',
  permission: 'audit:read',
  query: Type.Object({
    action: Type.Optional(Type.String({ description: 'Such as `createProject`.' })),
    from: Type.Optional(time('Done then or later.')),
    until: Type.Optional(time('Done before.')),
    ...cursor,
  }),
  answer: Type.Object({ entries: Type.Array(auditEntry), next }),
  async run({ database }, { organisationId }, { query: { action, from, until, after, limit } }) {
    const filter = {
      ...(action !== undefined && { action }),
      ...(from !== undefined && { from: new Date(from) }),
      ...(until !== undefined && { until: new Date(until) }),
    }
    const rows = await list(database, organisationId, { filter, after, limit: limit + 1 })
    const { shown, next } = cutList(rows, limit)
    return { entries: shown.map(showAuditEntry), next }
  },
})
