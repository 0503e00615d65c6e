import { locate, type RenderOutcome } from '@render/outputs'
import { ApiError } from '../api/api-error.ts'
import { changeAsOperator } from '../database/change-audited.ts'
import type { DatabaseClient } from '../database/database.ts'
import { isUuid } from '../database/is-uuid.ts'
import {
  Prisma,
  type Render,
  type RenderReport,
  type ReportCategory,
  type ReportState,
} from '../generated/client.ts'
import { LATEST_FIRST } from '../database/list-order.ts'
import { newId } from '../database/new-id.ts'

export interface ReportKey {
  organisationId: string
  id: string
}

export interface ReportContent {
  renderId: string
  category: ReportCategory
  comment: string
  rects: object[]
}

export interface ReportFilter {
  renderId?: string
  state?: ReportState
  category?: ReportCategory
}

/** An operator's decision about a report. */
export interface ReportDecision {
  state: ReportState
  resolutionMessage?: string
  resolutionExampleOptions?: object
  resolutionExampleUrl?: string
}

/** The published API takes reports of renders of the last 60 days. A record that RECORD_DAYS deletes earlier cannot be reported. */
const REPORTABLE_MS = 60 * 24 * 3_600_000
/** The longest time from the start of a request to its render, most of which is that of its body. */
const REQUEST_MS = 5 * 60_000

/**
 * Creates the report of a render, or replaces its content. `renderId` is the render's, or that of the request that made it.
 * Returns `unknown` when the organisation has no such render or it is too old, and `busy` when its report is no longer open.
 */
export async function putReport(
  { client }: DatabaseClient,
  {
    organisationId,
    artefactUrl,
    ...content
  }: ReportContent & { organisationId: string; artefactUrl: string },
): Promise<RenderReport | 'unknown' | 'busy'> {
  const { category, comment, rects } = content
  const render = await findReportable(client, { organisationId, id: content.renderId })
  if (!render) return 'unknown'
  const { id: renderId } = render
  const { artefact, deleted } = (render.outcome ?? {}) as Partial<RenderOutcome>
  const fields = { category, comment, rects: rects as Prisma.InputJsonValue }
  const output = {
    outputUrl: (!deleted && artefact && locate(artefact, (key) => `${artefactUrl}/renders/${key}`)) || null,
    outputFormat: artefact ? ((render.options as { format?: string }).format ?? null) : null,
  }
  const id = newId('report')
  await client.renderReport.createMany({
    data: { id, organisationId, renderId, ...fields, ...output },
    skipDuplicates: true,
  })
  const where = { organisationId, renderId, state: 'open' as const }
  const [report] = await client.renderReport.updateManyAndReturn({ where, data: fields })
  return report ?? 'busy'
}

/** Finds a render by its id or by that of its request: the answer of a failed request may contain only the latter. */
async function findReportable(
  client: DatabaseClient['client'],
  { organisationId, id }: ReportKey,
): Promise<Render | null> {
  if (!isUuid(id)) return null
  const oldest = Date.now() - REPORTABLE_MS
  const createdAt = { gte: new Date(oldest) }
  const render = await client.render.findFirst({ where: { id, organisationId, createdAt } })
  // The id of a request begins with its time, so the index of that of the renders narrows the search.
  const startedAt = Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  if (render || startedAt > Date.now()) return render
  return client.render.findFirst({
    where: {
      organisationId,
      requestId: id.toLowerCase(),
      batchId: null,
      createdAt: { gte: new Date(Math.max(oldest, startedAt)), lte: new Date(startedAt + REQUEST_MS) },
    },
  })
}

/** Lists reports, newest first, and marks their resolutions as seen if somebody reads them. */
export async function listReports(
  { client }: DatabaseClient,
  organisationId: string,
  { filter, page, limit, isRead }: { filter: ReportFilter; page: number; limit: number; isRead: boolean },
): Promise<{ reports: RenderReport[]; pages: number }> {
  const { renderId: id } = filter
  if (id !== undefined && !isUuid(id)) return { reports: [], pages: 0 }
  const render = id === undefined ? null : await findReportable(client, { organisationId, id })
  const where = { organisationId, ...filter, ...(render && { renderId: render.id }) }
  const [count, reports] = await Promise.all([
    client.renderReport.count({ where }),
    client.renderReport.findMany({
      where,
      orderBy: [...LATEST_FIRST],
      skip: (page - 1) * limit,
      take: limit,
    }),
  ])
  const unseen = reports.filter(({ isResolutionSeen }) => isRead && !isResolutionSeen).map(({ id }) => id)
  if (unseen.length > 0)
    await client.renderReport.updateMany({
      where: { organisationId, id: { in: unseen } },
      data: { isResolutionSeen: true },
    })
  return { reports, pages: Math.ceil(count / limit) }
}

/** Each reply writes the whole row of its report again. */
const MAX_REPLIES = 100

/**
 * Adds the customer's reply and opens a resolved report again. Returns undefined when there is no such report.
 * @throws {ApiError} `CONFLICT` when the report has the most replies.
 */
export async function replyToReport(
  { client }: DatabaseClient,
  { organisationId, id }: ReportKey,
  message: string,
): Promise<RenderReport | undefined> {
  const reply = { message, at: new Date().toISOString() }
  const report = await client.renderReport.findFirst({ where: { id, organisationId } })
  if (report && report.replies.length >= MAX_REPLIES)
    throw new ApiError('CONFLICT', { message: `Limit reached: a report has at most ${MAX_REPLIES} replies.` })
  const [, changed] = await client.$transaction([
    client.renderReport.updateMany({
      where: { id, organisationId, state: 'resolved' },
      data: { state: 'open', isResolutionSeen: true },
    }),
    client.renderReport.updateManyAndReturn({
      where: { id, organisationId },
      data: { replies: { push: reply } },
    }),
  ])
  return changed[0]
}

/**
 * Applies an operator's decision, with its audit entry. `requestId` is null for a command. Returns undefined when there is no
 * such report.
 */
export function decideReport(
  database: DatabaseClient,
  { organisationId, id }: ReportKey,
  decision: ReportDecision,
  requestId: string | null,
): Promise<RenderReport | undefined> {
  // Stored entries have this name.
  const entry = { organisationId, action: 'judgeReport', subjectId: id, requestId }
  return changeAsOperator(database, entry, async (client) => {
    const isResolutionSeen = decision.state !== 'resolved'
    const [changed] = await client.renderReport.updateManyAndReturn({
      where: { id, organisationId },
      data: { ...decision, isResolutionSeen },
    })
    return changed
  })
}
