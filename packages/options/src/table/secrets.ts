import type { Option, SecretReader } from '../kinds/index.ts'
import type { ResolvedOptions } from '../resolve/resolve.ts'
import { optionOf, type GivenOptions, type OptionName } from './table.ts'

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

/**
 * Splits options into public ones and, per reader, secret and private ones to encrypt for it. With `secure_mode` the worker
 * is the reader of nearly all.
 */
export function splitSecrets(options: ResolvedOptions): {
  open: PublicOptions
  sealed: Record<SecretReader, PublicOptions>
} {
  const parts: Record<'open' | SecretReader, Record<string, unknown>> = {
    open: {},
    worker: {},
    dispatcher: {},
  }
  const rest = (name: OptionName) => (options.secure_mode && !OF_QUEUE.has(name) ? 'worker' : 'open')
  for (const [name, value] of entriesOf(options))
    if (value !== undefined) parts[readerOf(name, value) ?? rest(name)][name] = value
  const { open, worker, dispatcher } = parts
  return { open, sealed: { worker, dispatcher } }
}

/** Returns the options that an answer may repeat: all but secret and private ones. */
export function publicOptions(options: ResolvedOptions): PublicOptions {
  return Object.fromEntries(entriesOf(options).filter(([name, value]) => !readerOf(name, value)))
}

/** Returns the options that the record of a render keeps: public ones, and only itself with `secure_mode`. */
export function recordedOptions(options: ResolvedOptions): PublicOptions {
  return options.secure_mode ? { secure_mode: true } : publicOptions(options)
}

function entriesOf(options: ResolvedOptions): [OptionName, unknown][] {
  return Object.entries(options) as [OptionName, unknown][]
}

/** Returns options for display and logs: every secret is replaced, also within structured options. */
export function redact<O extends GivenOptions | PublicOptions>(options: O): O {
  return Object.fromEntries(
    Object.entries(options).map(([name, value]) => [name, redacted(optionOf(name as OptionName), value)]),
  ) as O
}

export const REDACTED = '[secret]'
/** The default of an option shows nothing of a caller. */
function readerOf(name: OptionName, value: unknown): SecretReader | undefined {
  const { secret, isPrivate, default: byDefault } = optionOf(name)
  return secret ?? (isPrivate && value !== byDefault ? 'worker' : undefined)
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
