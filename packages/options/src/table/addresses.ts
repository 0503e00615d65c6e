import type { AddressTarget, Fields } from '../kinds/option.ts'
import { optionNamed } from './names.ts'
import { optionNames, optionOf, type GivenOptions, type OptionName } from './table.ts'

/** An address among the values of options. */
interface AddressValue {
  /** The options, or the item of a list, that the address is a member of. */
  holder: Record<string, unknown>
  member: string
  /** Its name in messages. */
  path: string
  target: AddressTarget
}

const rows: Fields = Object.fromEntries(optionNames.map((name) => [name, optionOf(name)]))

/** Returns the values with the setting `address`: those of the options, then those in the items of lists. */
export function addressesIn(options: GivenOptions): AddressValue[] {
  const inLists = Object.entries<unknown>(options).flatMap(([name, value]) => {
    const { fields } = optionOf(name as OptionName)
    if (!fields || !Array.isArray(value)) return []
    return value.flatMap((item: Record<string, unknown>, at) => membersOf(item, fields, `${name}[${at}].`))
  })
  return [...membersOf(options, rows), ...inLists]
}

function membersOf(holder: Record<string, unknown>, fields: Fields, prefix = ''): AddressValue[] {
  return Object.entries(fields).flatMap(([member, { address: target }]) =>
    target !== undefined && member in holder ? [{ holder, member, path: prefix + member, target }] : [],
  )
}

/** Returns whether an empty value of a form or a link counts as sent: an empty address removes the default of the project. */
export function keepsEmpty(spelling: string): boolean {
  const name = optionNamed(spelling)
  return name !== undefined && optionOf(name).address !== undefined
}
