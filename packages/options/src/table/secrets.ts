import type { Option, SecretReader } from '../kinds/index.ts'
import type { ResolvedOptions } from '../resolve/resolve.ts'
import { optionNames, optionOf, type GivenOptions, type OptionName } from './table.ts'

/** Options without secret and private values, which may be stored and logged unencrypted. */
export type PublicOptions = Partial<ResolvedOptions>

/** Options without which the queue cannot retry a render; they say nothing about its page. */
const OF_QUEUE: ReadonlySet<string> = new Set([
  'secure_mode',
  'timeout',
  'retry_on',
  'max_retries',
  'retry_delay_ms',
] satisfies OptionName[])

/** The options with values that not everyone may read. */
const guarded = optionNames.filter((name) => optionOf(name).secret ?? optionOf(name).isPrivate)

/**
 * Splits options into plain ones and, per reader, secret and private ones to encrypt for it. With `secure_mode`
 * the worker is the reader of nearly all.
 */
export function splitSecrets(options: ResolvedOptions): {
  plain: PublicOptions
  sealed: Record<SecretReader, PublicOptions>
} {
  const sealed: Record<SecretReader, Record<string, unknown>> = { worker: {}, dispatcher: {} }
  const plain: Record<string, unknown> = { ...options }
  const seal = (name: string, reader: SecretReader): void => {
    if (plain[name] !== undefined) sealed[reader][name] = plain[name]
    plain[name] = undefined
  }
  for (const [name, reader] of readersOf(options)) seal(name, reader)
  if (!options.secure_mode) return { plain, sealed }
  for (const name of Object.keys(plain)) if (!OF_QUEUE.has(name)) seal(name, 'worker')
  return { plain: Object.fromEntries(Object.entries(plain).filter(([name]) => OF_QUEUE.has(name))), sealed }
}

/** Returns the options that an answer may repeat: all but secret and private ones. */
export function publicOptions(options: ResolvedOptions): PublicOptions {
  const result: Record<string, unknown> = { ...options }
  for (const [name] of readersOf(options)) result[name] = undefined
  return result
}

/** Returns the options that the record of a render keeps: public ones, and only itself with `secure_mode`. */
export function recordedOptions(options: ResolvedOptions): PublicOptions {
  return options.secure_mode ? { secure_mode: true } : publicOptions(options)
}

/** Returns who may read the secret and private values of these options. */
function readersOf(options: Readonly<Record<string, unknown>>): [OptionName, SecretReader][] {
  return guarded.flatMap((name): [OptionName, SecretReader][] => {
    const value = options[name]
    const { secret, default: byDefault } = optionOf(name)
    // The default of an option shows nothing of a caller.
    const reader = secret ?? (value === byDefault ? undefined : 'worker')
    return value === undefined || reader === undefined ? [] : [[name, reader]]
  })
}

/** Returns options for display and logs: every secret is replaced, also within structured options. */
export function redact<O extends GivenOptions | PublicOptions>(options: O): O {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, redacted(optionOf(name as OptionName), value)]),
  ) as O
}

export const REDACTED = '[secret]'

/** Returns true when a value has the text of a redacted secret in place of a secret. */
export function isRedacted(name: OptionName, value: unknown): boolean {
  return hasRedacted(optionOf(name), value)
}

function hasRedacted({ secret, fields }: Option<unknown>, value: unknown): boolean {
  if (secret === undefined || value === undefined || value === null) return false
  if (!fields) return [value].flat().includes(REDACTED)
  if (Array.isArray(value))
    return value.some((item: unknown) => hasRedacted({ secret, fields } as Option<unknown>, item))
  return Object.entries(value).some(([member, each]) => hasRedacted(fields[member]!, each))
}

function redacted({ secret, fields }: Option<unknown>, value: unknown): unknown {
  if (secret === undefined || value === undefined || value === null) return value
  if (!fields) return REDACTED
  if (Array.isArray(value))
    return value.map((item: unknown) => redacted({ secret, fields } as Option<unknown>, item))
  return Object.fromEntries(
    Object.entries(value).map(([member, each]) => [member, redacted(fields[member]!, each)]),
  )
}
