import { sideFiles, type SideFileName } from '@render/outputs'
import type { DataContext } from './data-context.ts'
import type { Outputs } from '../producer.ts'

/** Returns the data of a page as outputs: in the result, and as JSON files. */
export function outputOfData({ data, files }: Pick<DataContext, 'data' | 'files'>): Outputs {
  const sideOutputs = Object.entries(files).map(([name, content]) => {
    const kind = name as SideFileName
    const { type, suffix } = sideFiles[kind]
    return { type, suffix, body: { bytes: Buffer.from(JSON.stringify(content)) }, facts: { kind } }
  })
  return { sideOutputs, ...(Object.keys(data).length > 0 && { data }) }
}
