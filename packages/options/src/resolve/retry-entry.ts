import { standsFor } from '../table/aliases.ts'
import type { GivenOptions, OptionName } from '../table/table.ts'

export type RetryEntry = NonNullable<GivenOptions['retry_with']>[number]

/**
 * Returns what an entry of `retry_with` removes and sets. A shorthand that is null or false removes the options it stands
 * for, because resolved options no longer contain the shorthand itself.
 */
export function mapRetryEntry({ ignore_https_errors: ignores, ...entry }: RetryEntry): {
  removed: ReadonlySet<string>
  changed: GivenOptions
} {
  const removed = new Set<string>()
  const changed: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(entry)) {
    const others = standsFor(name as OptionName) ?? []
    if (value === null || (value === false && others.length > 0))
      for (const each of [name, ...others]) removed.add(each)
    else changed[name] = value
  }
  if (ignores === null) removed.add('show_certificate_errors')
  else if (ignores !== undefined) changed.show_certificate_errors = !ignores
  return { removed, changed }
}
