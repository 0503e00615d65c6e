import type { Option } from '../kinds/index.ts'
import { invalidOptions } from '../parse/invalid-options.ts'
import { optionOf, type GivenOptions, type OptionName } from '../table/table.ts'

/**
 * Refuses the options of a link that give access to another account, because many can read the address of a link.
 * @throws {RenderError} `InvalidOptions`, with every such option in `details`.
 */
export function refuseCredentials(options: GivenOptions): void {
  const problems = Object.entries(options)
    .filter(([name, value]) => hasCredential(optionOf(name as OptionName), value))
    .map(([option]) => ({
      option,
      message: `"${option}" belongs in a POST: everyone who sees a link can read it.`,
      code: 'InvalidOptions' as const,
    }))
  if (problems.length > 0) throw invalidOptions(problems)
}

/** Returns whether a value is a credential or has one as a member; an empty text is none. */
function hasCredential({ isCredential, fields }: Option<unknown>, value: unknown): boolean {
  if (value === undefined || value === null || value === '') return false
  if (isCredential || !fields) return isCredential === true
  const items = [value].flat() as Record<string, unknown>[]
  return items.some((item) =>
    Object.entries(item).some(([member, each]) => hasCredential(fields[member]!, each)),
  )
}
