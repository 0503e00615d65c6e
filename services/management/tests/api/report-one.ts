import { recordOne } from './record-one.ts'
import type { Api } from './use-api.ts'

/** Records a render and reports it; returns the report. */
export async function reportOne(api: Api, differing: object = {}) {
  const complaint = { category: 'missing-content', comment: 'The shop is empty.', ...differing }
  return (await api.ask('createReport', { body: { renderId: await recordOne(api), ...complaint } })).body
}
