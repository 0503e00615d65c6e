import { ReportState } from '../generated/client.ts'
import { OLDEST_FIRST } from '../list-order.ts'
import type { Command } from './command.ts'

const MOST = 100

export const listReports: Command = {
  name: 'list-reports',
  summary: `shows reports of renders of all organisations, the oldest ${MOST}`,
  options: {
    state: { value: 'STATE', about: 'only those; open unless said', choices: Object.keys(ReportState) },
    organisation: { value: 'org_...', about: 'only those of this one' },
  },
  async run({ database }, { state = 'open', organisation }) {
    const reports = await database.client.renderReport.findMany({
      where: { state: state as ReportState, organisationId: organisation },
      orderBy: [...OLDEST_FIRST],
      take: MOST,
    })
    return { reports }
  },
}
