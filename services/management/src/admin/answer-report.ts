import { ReportState } from '../generated/client.ts'
import { changeAsOperator } from '../internal/change-as-operator.ts'
import { judgeReport } from '../render-reports.ts'
import { WrongUse, type Command } from './command.ts'

export const answerReport: Command = {
  name: 'answer-report',
  summary: 'takes a report of a render into review, resolves it, or opens it again',
  options: {
    report: { value: 'rpt_...', about: 'which report', isRequired: true },
    state: {
      value: 'STATE',
      about: 'what becomes of it',
      isRequired: true,
      choices: Object.keys(ReportState),
    },
    message: { value: 'TEXT', about: 'what its author is told' },
    'example-url': { value: 'URL', about: 'a render as it should be' },
  },
  async run({ database }, { report: id, state, message, 'example-url': exampleUrl }) {
    const found = await database.client.renderReport.findUnique({ where: { id: id! } })
    if (!found) throw new WrongUse(`There is no report "${id}".`)
    const place = { organisationId: found.organisationId, id: found.id }
    const judgement = {
      state: state as ReportState,
      ...(message !== undefined && { resolutionMessage: message }),
      ...(exampleUrl !== undefined && { resolutionExampleUrl: exampleUrl }),
    }
    const { organisationId } = place
    const change = { organisationId, action: 'judgeReport', subjectId: place.id, requestId: null }
    return (await changeAsOperator(database, change, (client) => judgeReport({ client }, place, judgement)))!
  },
}
