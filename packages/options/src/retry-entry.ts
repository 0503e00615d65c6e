import { standsFor } from './aliases.ts'
import type { GivenOptions, OptionName } from './table.ts'

export type RetryEntry = NonNullable<GivenOptions['retry_with']>[number]

/**
 * What an entry of `retry_with` takes away and what it sets. A shorthand that is null or false takes away what it
 * stands for: the render's own `retina` is no longer known by then.
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
