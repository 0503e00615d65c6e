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

/** Returns whether an address is the stored one, as it is stored or as it is once it is parsed. */
export function isSameAddress(given: string, stored: string | undefined): boolean {
  return given === stored || (stored !== undefined && given === URL.parse(stored)?.href)
}
