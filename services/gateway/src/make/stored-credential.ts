import { RenderError } from '@render/errors'
import type { GivenOptions, OptionName } from '@render/options'

/** Returns the settings of a credential as the options that they stand for. */
export function settingsAsOptions(
  settings: object,
  names: Partial<Record<string, OptionName>>,
): GivenOptions {
  const known = new Map(Object.entries(settings))
  return Object.fromEntries(
    Object.entries(names).flatMap(([field, option]) =>
      known.has(field) ? [[option, known.get(field)]] : [],
    ),
  ) as GivenOptions
}

/**
 * Returns the option with another address than the one stored with a secret, which is sent only there. For a secret of the
 * project's defaults, `storedWith` must have all of these: the defaults for a request lack what it sets.
 */
export function otherAddress<Name extends OptionName>(
  options: Partial<Record<Name, string>>,
  storedWith: Partial<Record<Name, string>>,
  names: readonly Name[],
): Name | undefined {
  return names.find(
    (name) => options[name] !== storedWith[name] && !isSameAddress(options[name] ?? '', storedWith[name]),
  )
}

/** Returns whether an address is the stored one, as it is stored or as it is once it is parsed. */
function isSameAddress(address: string, stored: string | undefined): boolean {
  return address === stored || (stored !== undefined && address === URL.parse(stored)?.href)
}

/** Creates the error for an option that would send a secret of the project to another address. */
export function foreignAddress(option: OptionName, secret: string, replacement: string): RenderError {
  const message = `"${option}" cannot be changed for the project's ${secret}: omit it, or also send ${replacement}.`
  return RenderError.forOption(option, message)
}
