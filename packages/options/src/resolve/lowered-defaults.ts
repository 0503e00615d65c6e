import type { GivenOptions, createTable } from '../table/table.ts'
import { optionDefaults } from './resolve.ts'

/** Returns the defaults of a table that are lower than usual, because of its limits. */
export function loweredDefaults(table: ReturnType<typeof createTable>): GivenOptions {
  const usual = Object.entries(optionDefaults()) as [keyof typeof table, unknown][]
  return Object.fromEntries(
    usual.flatMap(([name, value]) => {
      const lowered = table[name].default
      return typeof value === 'number' && lowered !== value ? [[name, lowered]] : []
    }),
  )
}
