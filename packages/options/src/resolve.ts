import { aliases, shorthands, type ResolvedName } from './aliases.ts'
import { draftOf, type Draft } from './draft.ts'
import { mapRetryEntry, type RetryEntry } from './retry-entry.ts'
import type { ResolvedFormat } from './planned.ts'
import { refusal, type Complaint } from './refusal.ts'
import { conflicts } from './rules/conflicts.ts'
import { implications } from './rules/implications.ts'
import { expansions } from './rules/shorthands.ts'
import { stateOf } from './state.ts'
import { optionNames, optionOf, type GivenOptions, type OptionValue, type WithDefault } from './table.ts'

type ResolvedValue<N extends ResolvedName> = N extends 'format' ? ResolvedFormat : OptionValue<N>

/**
 * Option values after every rule and default: what has a default is always there, as soon as the option works. Aliases
 * and options that only stand for others are gone.
 */
export type RenderOptions = { [N in WithDefault & ResolvedName]: ResolvedValue<N> } & {
  [N in Exclude<ResolvedName, WithDefault>]?: ResolvedValue<N>
}

/**
 * Applies every rule to what a caller gave over what the project has, and fills the defaults: what the engine is given.
 * @throws {RenderError} for options that cannot go together, also in an attempt of `retry_with`.
 */
export function resolveOptions(given: GivenOptions, projectDefaults: GivenOptions = {}): RenderOptions {
  const { values } = applyRules(draftOf([projectDefaults, given]))
  const complaints = conflictsIn(values)
  if (complaints.length > 0) throw refusal(complaints)
  const options = withDefaults(values)
  const later = (values.retry_with ?? []).flatMap((entry, at) => conflictsInRetry(options, entry, at))
  if (later.length > 0) throw refusal(later)
  return options
}

/** What a caller gave over what the project has, each under one name; nothing is implied or filled. */
export function mergeOptions(given: GivenOptions, projectDefaults: GivenOptions = {}): GivenOptions {
  return draftOf([projectDefaults, given]).values
}

/**
 * The options of a new attempt: those of the render, changed by an entry of `retry_with`. Null removes a value.
 * @throws {RenderError} for options that cannot go together.
 */
export function resolveRetry(options: RenderOptions, entry: RetryEntry): RenderOptions {
  const { values } = retryDraft(options, entry)
  const complaints = conflictsIn(values)
  if (complaints.length > 0) throw refusal(complaints)
  return withDefaults(values)
}

/** What cannot go together in options of which some may be `wrong` in themselves: these are nothing to conflict with. */
export function conflictsOf(given: GivenOptions, wrong: ReadonlySet<string>): Complaint[] {
  return conflictsIn(applyRules(draftOf([given])).values, wrong)
}

function applyRules(draft: Draft): Draft {
  for (const [name, expand] of expansions) if (draft.values[name]) draft.imply(name, expand(draft.values))
  for (const { apply } of implications) apply(draft)
  return draft
}

function conflictsIn(values: GivenOptions, wrong: ReadonlySet<string> = new Set()): Complaint[] {
  return conflicts.flatMap(({ options, code = 'InvalidOptions', find }) => {
    const message = options.some((name) => wrong.has(name)) ? undefined : find(values)
    return message === undefined ? [] : [{ option: options[0], message, code }]
  })
}

function retryDraft(options: RenderOptions, entry: RetryEntry): Draft {
  const { removed, changed } = mapRetryEntry(entry)
  const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !removed.has(name)))
  return applyRules(draftOf([kept, changed]))
}

function conflictsInRetry(options: RenderOptions, entry: RetryEntry, at: number): Complaint[] {
  return conflictsIn(retryDraft(options, entry).values).map(({ message, code }) => {
    const path = `retry_with[${at}]`
    return { option: 'retry_with', message: `In "${path}": ${message}`, code }
  })
}

/** Of options that only stand for others. */
const goneNames = [...aliases.map(({ alias }) => alias), ...Object.keys(shorthands)]

let defaults: Partial<RenderOptions> | undefined

function withDefaults(values: GivenOptions): RenderOptions {
  defaults ??= Object.fromEntries(
    optionNames
      .filter((name) => stateOf(name) === 'works' && optionOf(name).default !== undefined)
      .map((name) => [name, optionOf(name).default]),
  )
  const options: Record<string, unknown> = { ...defaults, ...values }
  for (const name of goneNames) delete options[name]
  return options as RenderOptions
}
