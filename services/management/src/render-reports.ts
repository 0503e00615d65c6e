import { randomUUIDv7 } from 'node:crypto'
import type { RenderOutcome } from '@render/jobs'
import type { Database } from './database.ts'
import { isId } from './find-record.ts'
import { Prisma, type RenderReport, type ReportCategory, type ReportState } from './generated/client.ts'
import { LATEST_FIRST } from './list-order.ts'

type Client = Pick<Database, 'client'>

export interface ReportPlace {
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

/** What an operator makes of a report. */
export interface ReportJudgement {
  state: ReportState
  resolutionMessage?: string
  resolutionExampleOptions?: object
  resolutionExampleUrl?: string
}

/** Older renders cannot be reported: their records may be gone at any time. */
const REPORTABLE_MS = 60 * 24 * 3_600_000

/**
 * Reports a render, or changes what was reported of it. `unknown` where the organisation has no such render, or none so
 * young; `busy` where the report is not open any more.
 */
export async function putReport(
  { client }: Client,
  {
    organisationId,
    artefactUrl,
    ...content
  }: ReportContent & { organisationId: string; artefactUrl: string },
): Promise<RenderReport | 'unknown' | 'busy'> {
  const { renderId, category, comment, rects } = content
  if (!isId(renderId)) return 'unknown'
  const createdAt = { gte: new Date(Date.now() - REPORTABLE_MS) }
  const render = await client.render.findFirst({ where: { id: renderId, organisationId, createdAt } })
  if (!render) return 'unknown'
  const { artefact, deleted } = (render.outcome ?? {}) as Partial<RenderOutcome>
  const told = { category, comment, rects: rects as Prisma.InputJsonValue }
  const output = {
    outputUrl: artefact && !deleted ? `${artefactUrl}/renders/${artefact.key}` : null,
    outputFormat: artefact ? ((render.options as { format?: string }).format ?? null) : null,
  }
  const id = `rpt_${randomUUIDv7()}`
  await client.renderReport.createMany({
    data: { id, organisationId, renderId, ...told, ...output },
    skipDuplicates: true,
  })
  const where = { organisationId, renderId, state: 'open' as const }
  const [report] = await client.renderReport.updateManyAndReturn({ where, data: told })
  return report ?? 'busy'
}

/** The newest first. Resolutions count as seen once they were listed. */
export async function listReports(
  { client }: Client,
  organisationId: string,
  { filter, page, limit }: { filter: ReportFilter; page: number; limit: number },
): Promise<{ reports: RenderReport[]; pages: number }> {
  if (filter.renderId !== undefined && !isId(filter.renderId)) return { reports: [], pages: 0 }
  const where = { organisationId, ...filter }
  const [count, reports] = await Promise.all([
    client.renderReport.count({ where }),
    client.renderReport.findMany({
      where,
      orderBy: [...LATEST_FIRST],
      skip: (page - 1) * limit,
      take: limit,
    }),
  ])
  const unseen = reports.filter(({ isResolutionSeen }) => !isResolutionSeen).map(({ id }) => id)
  if (unseen.length > 0)
    await client.renderReport.updateMany({
      where: { organisationId, id: { in: unseen } },
      data: { isResolutionSeen: true },
    })
  return { reports, pages: Math.ceil(count / limit) }
}

/** Keeps what the customer says; a report that was resolved is open again. Undefined when there is no such report. */
export async function respondToReport(
  { client }: Client,
  { organisationId, id }: ReportPlace,
  message: string,
): Promise<RenderReport | undefined> {
  const reply = { message, at: new Date().toISOString() }
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

/** Undefined when there is no such report. */
export async function judgeReport(
  { client }: Client,
  { organisationId, id }: ReportPlace,
  judgement: ReportJudgement,
): Promise<RenderReport | undefined> {
  const isResolutionSeen = judgement.state !== 'resolved'
  const [changed] = await client.renderReport.updateManyAndReturn({
    where: { id, organisationId },
    data: { ...judgement, isResolutionSeen },
  })
  return changed
}
