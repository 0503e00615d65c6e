import type { ErrorCode } from '@render/errors'
import type { GivenOptions, OptionName } from '../table/table.ts'

/** A combination of options that is invalid. */
export interface Conflict {
  name: string
  /** The options it depends on; the first one is named in the error. */
  options: readonly [OptionName, ...OptionName[]]
  code?: ErrorCode
  /** Returns the error message; undefined when the options are valid. */
  find: (values: GivenOptions) => string | undefined
}
