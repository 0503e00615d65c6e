import type { SecretReader } from './kinds.ts'
import { optionNames, optionOf, type OptionName, type RenderOptions } from './table.ts'

/** Options without any secret value: what may be stored and logged in clear. */
export type PublicOptions = Partial<RenderOptions>

/** Parts options into those that anyone may see and, per reader, those to be sealed to it. */
export function partSecrets(options: RenderOptions): {
  open: PublicOptions
  sealed: Record<SecretReader, PublicOptions>
} {
  const names = optionNames.filter((name) => options[name] !== undefined)
  const pick = (reader: SecretReader | undefined): PublicOptions =>
    Object.fromEntries(names.filter((name) => secretOf(name) === reader).map((name) => [name, options[name]]))
  return { open: pick(undefined), sealed: { worker: pick('worker'), dispatcher: pick('dispatcher') } }
}

function secretOf(name: OptionName): SecretReader | undefined {
  return optionOf(name).secret
}
