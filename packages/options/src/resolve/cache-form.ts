import { namesIn } from '../rules/cache-conflicts.ts'
import { aliases } from '../table/aliases.ts'
import { optionNamed } from '../table/names.ts'
import { optionNames, optionOf, type GivenOptions } from '../table/table.ts'
import { draftOf } from './draft.ts'
import { applyRules, withDefaults, type ResolvedOptions } from './resolve.ts'

/** Everything that the result of a link depends on. Equal forms have equal results. */
export interface CacheForm {
  /** Resolved options without those that change no file of a result. */
  options: Record<string, unknown>
  unknown: Record<string, unknown>
}

/** What options were resolved from. */
interface Origin {
  given: GivenOptions
  projectDefaults: GivenOptions
  /** Keys of the request that are not options. */
  unknown: Record<string, unknown>
}

/** Returns what the result of a link depends on. What `cache_ignore` names is left out, with all that it implies. */
export function cacheForm(options: ResolvedOptions, { given, projectDefaults, unknown }: Origin): CacheForm {
  const ignored = new Set(namesIn(options.cache_ignore ?? '').flatMap(allNames))
  if (ignored.size === 0) return { options: without(options, OUTSIDE), unknown }
  const layers = [projectDefaults, given].map((layer) => without(layer, ignored))
  const others = withDefaults(applyRules(draftOf(layers)).values)
  return { options: without(without(others, OUTSIDE), ignored), unknown: without(unknown, ignored) }
}

const OUTSIDE: ReadonlySet<string> = new Set(optionNames.filter((name) => optionOf(name).isOutsideCacheKey))

/** Returns all names under which an option may be set; an unknown key has one. */
function allNames(spelling: string): string[] {
  const name = optionNamed(spelling)
  if (!name) return [spelling]
  const own = aliases.find(({ alias }) => alias === name)?.of ?? name
  return [own, ...aliases.filter(({ of }) => of === own).map(({ alias }) => alias)]
}

function without(values: object, names: ReadonlySet<string>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([name]) => !names.has(name)))
}
