import type { PageData, SideFileName } from '@render/outputs'
import type { PageContext } from '../page-context.ts'

/** The state of what is read from a page as data. */
export interface DataContext {
  readonly page: PageContext
  /** Members of the result. */
  readonly data: PageData
  /** Contents of JSON files beside the main output. */
  readonly files: Partial<Record<SideFileName, unknown>>
}

export function startData(page: PageContext): DataContext {
  return { page, data: {}, files: {} }
}
