import { sideFiles, type SideFileName } from '@render/outputs'
import type { DataContext } from '../data-context.ts'
import type { Outputs } from '../producer.ts'

/** Gives out the data of a page: in the result, and as files of JSON. */
export function outputOfData({ data, files }: Pick<DataContext, 'data' | 'files'>): Outputs {
  const beside = Object.entries(files).map(([name, content]) => {
    const kind = name as SideFileName
    const { type, suffix } = sideFiles[kind]
    return { type, suffix, body: { bytes: Buffer.from(JSON.stringify(content)) }, facts: { kind } }
  })
  return { beside, ...(Object.keys(data).length > 0 && { data }) }
}
