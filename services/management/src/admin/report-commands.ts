import { OLDEST_FIRST } from '../database/list-order.ts'
import { ReportState } from '../generated/client.ts'
import { decideReport as decide } from '../renders/reports.ts'
import { UsageError, type Command } from './command.ts'

const MAX_REPORTS = 100
const STATES = Object.keys(ReportState)

export const listReports: Command = {
  name: 'list-reports',
  summary: `lists the oldest ${MAX_REPORTS} reports of renders of all organisations`,
  options: {
    state: { value: 'STATE', about: 'only reports in this state (default open)', choices: STATES },
    organisation: { value: 'org_...', about: 'only reports of this organisation' },
  },
  async run({ database }, { state = 'open', organisation }) {
    const reports = await database.client.renderReport.findMany({
      where: { state: state as ReportState, organisationId: organisation },
      orderBy: [...OLDEST_FIRST],
      take: MAX_REPORTS,
    })
    return { reports }
  },
}

export const decideReport: Command = {
  name: 'answer-report',
  summary: 'takes a report of a render into review, resolves it, or opens it again',
  options: {
    report: { value: 'rpt_...', about: 'id of the report', isRequired: true },
    state: { value: 'STATE', about: 'the new state', isRequired: true, choices: STATES },
    message: { value: 'TEXT', about: 'message to its author' },
    'example-url': { value: 'URL', about: 'address of a correct render' },
  },
  async run({ database }, { report: id, state, message, 'example-url': exampleUrl }) {
    const found = await database.client.renderReport.findUnique({ where: { id: id! } })
    if (!found) throw new UsageError(`Unknown report "${id}".`)
    const { organisationId } = found
    const decision = {
      state: state as ReportState,
      ...(message !== undefined && { resolutionMessage: message }),
      ...(exampleUrl !== undefined && { resolutionExampleUrl: exampleUrl }),
    }
    return (await decide(database, { organisationId, id: found.id }, decision, null))!
  },
}
