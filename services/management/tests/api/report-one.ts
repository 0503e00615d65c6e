import { recordOne } from './record-one.ts'
import type { Api } from './use-api.ts'

/** Records a render and reports it; gives the report. */
export async function reportOne(api: Api, differing: object = {}) {
  const said = { category: 'missing-content', comment: 'The shop is empty.', ...differing }
  return (await api.ask('createReport', { body: { renderId: await recordOne(api), ...said } })).body
}
