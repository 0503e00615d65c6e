import { isDeepStrictEqual } from 'node:util'
import { nearestName, optionNamed } from './names.ts'
import type { ParsedOptions } from './parse.ts'
import { refusal, type Complaint } from './refusal.ts'
import { resolveOptions } from './resolve.ts'
import { REDACTED, redact } from './secrets.ts'
import { optionOf } from './table.ts'

/** Options that lie under those of every render of a project, by their wire names; unknown ones are kept as they came. */
export type Defaults = Record<string, unknown>

/** Every account that is looked up carries them. */
const MOST_BYTES = 131_072
/** What a render is of is said by each request. */
const OF_REQUESTS = ['url', 'html'] as const

/** Makes the changing of defaults, with the reading of a table. */
export function createDefaultsChanger(parseDefaults: (body: Defaults) => ParsedOptions) {
  /**
   * What a project's defaults are after a change: null takes an option away, a secret as it is shown stays what it was.
   * @throws {RenderError} with every complaint in `details`, also about options that cannot go together.
   */
  return function changeDefaults(former: Defaults, change: Defaults): Defaults {
    const shown = showDefaults(former)
    const [removed, set] = [new Set<string>(), {} as Defaults]
    for (const [spelling, value] of Object.entries(change)) {
      const name = optionNamed(spelling) ?? spelling
      if (value === null) removed.add(name)
      else if (!Object.hasOwn(shown, name) || !isDeepStrictEqual(value, shown[name])) set[spelling] = value
    }
    const { options, unknown } = parseDefaults(set)
    const kept = Object.fromEntries(Object.entries(former).filter(([name]) => !removed.has(name)))
    const changed = { ...kept, ...options, ...unknown }
    const complaints = complaintsAbout(changed)
    if (complaints.length > 0) throw refusal(complaints)
    resolveOptions(parseDefaults(changed).options)
    return changed
  }
}

/** Defaults as they may be shown: without secrets, also without what looks like a misspelled one. */
export function showDefaults(defaults: Defaults): Defaults {
  const shown = Object.entries(defaults).map(([name, value]) => {
    if (optionNamed(name)) return [name, redact({ [name]: value })[name]]
    const meant = nearestName(name)
    return [name, meant && optionOf(meant).secret ? REDACTED : value]
  })
  return Object.fromEntries(shown) as Defaults
}

function complaintsAbout(defaults: Defaults): Complaint[] {
  const misplaced = OF_REQUESTS.filter((name) => name in defaults).map((option) => ({
    option,
    message: `"${option}" belongs to each request: it cannot be a default.`,
  }))
  const isTooLarge = Buffer.byteLength(JSON.stringify(defaults)) > MOST_BYTES
  const tooLarge = {
    option: 'options',
    message: `The defaults of a project must be at most ${MOST_BYTES} bytes of JSON together.`,
  }
  return [...misplaced, ...(isTooLarge ? [tooLarge] : [])].map((each) => ({
    ...each,
    code: 'InvalidOptions' as const,
  }))
}
