// The part of a certificate that says how its file was made.
import { createHash } from 'node:crypto'
import type { Option } from '../kinds/index.ts'
import { groups, optionOf, type OptionName } from '../table/table.ts'
import { canonicalJson } from '../values/canonical-json.ts'
import { reasonWithoutEffect } from './effect.ts'
import type { ResolvedOptions } from './resolve.ts'

/** The longest value that is shown; a longer one is replaced by its digest, because headers and records repeat it. */
const MAX_BYTES = 512

/** The groups whose options decide where a file goes and what the answer is, and those of other attempts. */
const { storageS3, storageAzure, cache, response, webhook, routing, retries } = groups
const { mock: _, ...outside } = {
  ...storageS3,
  ...storageAzure,
  ...cache,
  ...response,
  ...webhook,
  ...routing,
  ...retries,
}

/**
 * Returns the options that decide what a render makes, as canonical JSON: those with an effect, with their defaults. Secrets are
 * left out. `url` has no user name and password, `html` and long values are `{"sha256": hex}`.
 */
export function certifiedOptions(options: ResolvedOptions): string {
  const members = Object.entries(options) as [OptionName, unknown][]
  return canonicalJson(
    Object.fromEntries(
      members
        .filter(([name]) => !Object.hasOwn(outside, name) && reasonWithoutEffect(name, options) === undefined)
        .map(([name, value]) => [name, publicValue(name, value)]),
    ),
  )
}

/** Returns what a certificate shows of a value; undefined for a secret. */
function publicValue(name: OptionName, value: unknown): unknown {
  if (name === 'url') return withoutCredentials(value)
  const open = withoutSecrets(optionOf(name), withoutCredentials(value))
  const isLong = open !== undefined && Buffer.byteLength(canonicalJson(open)) > MAX_BYTES
  return name === 'html' || isLong ? digest(open) : open
}

/** Leaves out secret values, also within structures. */
function withoutSecrets(
  { secret, fields }: Pick<Option<unknown>, 'secret' | 'fields'>,
  value: unknown,
): unknown {
  if (secret === undefined || typeof value !== 'object' || value === null) return secret ? undefined : value
  if (Array.isArray(value)) return fields && value.map((item) => withoutSecrets({ secret, fields }, item))
  return (
    fields &&
    Object.fromEntries(
      Object.entries(value).map(([member, each]) => [member, withoutSecrets(fields[member]!, each)]),
    )
  )
}

/** Removes user name and password from a text that is an address. */
function withoutCredentials(value: unknown): unknown {
  const url = typeof value === 'string' ? URL.parse(value) : null
  if (!url || (url.username === '' && url.password === '')) return value
  url.username = url.password = ''
  return url.href
}

/** Returns the digest of a text, or of the JSON of any other value. */
function digest(value: unknown): { sha256: string } {
  const text = typeof value === 'string' ? value : canonicalJson(value)
  return { sha256: createHash('sha256').update(text).digest('hex') }
}
