import { aliases, shorthands, type ResolvedName } from '../table/aliases.ts'
import { draftOf, type Draft } from './draft.ts'
import { mapRetryEntry, type RetryEntry } from './retry-entry.ts'
import { invalidOptions, type Problem } from '../parse/invalid-options.ts'
import { conflicts } from '../rules/conflicts.ts'
import { implications } from '../rules/implications.ts'
import { expansions } from '../rules/shorthands.ts'
import { stateOf } from '../table/state.ts'
import {
  optionNames,
  optionOf,
  type GivenOptions,
  type OptionValue,
  type WithDefault,
} from '../table/table.ts'

/**
 * Option values after every rule and default, in the form that jobs and records store. Options that work and have a
 * default are always set. Aliases and shorthands are replaced by the options they stand for.
 */
export type ResolvedOptions = { [N in WithDefault & ResolvedName]: OptionValue<N> } & {
  [N in Exclude<ResolvedName, WithDefault>]?: OptionValue<N>
}

/**
 * Applies every rule to the options of a request over those of its project, and fills in the defaults.
 * @throws {RenderError} for conflicting options, also within an entry of `retry_with`.
 */
export function resolveOptions(given: GivenOptions, projectDefaults: GivenOptions = {}): ResolvedOptions {
  const { values } = applyRules(draftOf([projectDefaults, given]))
  const problems = conflictsIn(values)
  if (problems.length > 0) throw invalidOptions(problems)
  const options = withDefaults(values)
  const later = (values.retry_with ?? []).flatMap((entry, at) => conflictsInRetry(options, entry, at))
  if (later.length > 0) throw invalidOptions(later)
  return options
}

/** Merges the options of a request over those of its project, without aliases. Nothing is implied or filled in. */
export function mergeOptions(given: GivenOptions, projectDefaults: GivenOptions = {}): GivenOptions {
  return draftOf([projectDefaults, given]).values
}

/**
 * Returns the options of a retry: those of the render, changed by an entry of `retry_with`. Null removes a value.
 * @throws {RenderError} for conflicting options.
 */
export function resolveRetry(options: ResolvedOptions, entry: RetryEntry): ResolvedOptions {
  const { values } = retryDraft(options, entry)
  const problems = conflictsIn(values)
  if (problems.length > 0) throw invalidOptions(problems)
  return withDefaults(values)
}

/** Finds conflicts; options in `wrong` are invalid themselves and cannot conflict. */
export function conflictsOf(given: GivenOptions, wrong: ReadonlySet<string>): Problem[] {
  return conflictsIn(applyRules(draftOf([given])).values, wrong)
}

/** Applies what options imply. */
export function applyRules(draft: Draft): Draft {
  for (const [name, expand] of expansions)
    if (draft.values[name])
      draft.imply(
        name,
        expand(draft.values, (option) => draft.isAsNear(option, name)),
      )
  for (const { apply } of implications) apply(draft)
  return draft
}

function conflictsIn(values: GivenOptions, wrong: ReadonlySet<string> = new Set()): Problem[] {
  return conflicts.flatMap(({ options, code = 'InvalidOptions', find }) => {
    const message = options.some((name) => wrong.has(name)) ? undefined : find(values)
    return message === undefined ? [] : [{ option: options[0], message, code }]
  })
}

function retryDraft(options: ResolvedOptions, entry: RetryEntry): Draft {
  const { removed, changed } = mapRetryEntry(entry)
  const kept = Object.fromEntries(Object.entries(options).filter(([name]) => !removed.has(name)))
  return applyRules(draftOf([kept, changed]))
}

function conflictsInRetry(options: ResolvedOptions, entry: RetryEntry, at: number): Problem[] {
  return conflictsIn(retryDraft(options, entry).values).map(({ message, code }) => {
    const path = `retry_with[${at}]`
    return { option: 'retry_with', message: `In "${path}": ${message}`, code }
  })
}

/** Aliases and shorthands, which resolved options do not contain. */
const goneNames = new Set<string>([...aliases.map(({ alias }) => alias), ...Object.keys(shorthands)])

let defaults: Partial<ResolvedOptions> | undefined

/** Returns the default of each option that is always set. */
export function optionDefaults(): Partial<ResolvedOptions> {
  return (defaults ??= Object.fromEntries(
    optionNames
      .filter(
        (name) => !goneNames.has(name) && stateOf(name) === 'works' && optionOf(name).default !== undefined,
      )
      .map((name) => [name, optionOf(name).default]),
  ))
}

/** Fills in the defaults, and leaves out aliases and shorthands. */
export function withDefaults(values: GivenOptions): ResolvedOptions {
  const kept = Object.entries(values).filter(([name]) => !goneNames.has(name))
  // Without deleting anything, after which V8 copies and serialises an object ten times as slowly.
  return { ...optionDefaults(), ...Object.fromEntries(kept) } as ResolvedOptions
}
