import type { PublicOptions } from '../table/secrets.ts'
import { optionDefaults } from './resolve.ts'

/**
 * Leaves out the options that have their default, which are nine tenths of the bytes. An option that has no value although it
 * has a default is null; `fillInDefaults` reads both.
 */
export function leaveOutDefaults(options: PublicOptions): PublicOptions {
  const defaults: Record<string, unknown> = optionDefaults()
  const given = Object.entries(options).filter(
    ([name, value]) => value !== undefined && value !== defaults[name],
  )
  const removed = Object.keys(defaults).filter((name) => options[name as keyof PublicOptions] === undefined)
  return Object.fromEntries([...given, ...removed.map((name) => [name, null])])
}

/** Returns the options that `leaveOutDefaults` shortened, also after they were JSON. */
export function fillInDefaults(brief: PublicOptions): PublicOptions {
  const all = { ...optionDefaults(), ...brief }
  const given: unknown[] = Object.values(brief)
  // Not for all, because V8 copies and serialises an object that is made of entries ten times as slowly.
  if (!given.includes(null)) return all
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}
