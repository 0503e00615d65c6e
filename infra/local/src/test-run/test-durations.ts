// How long each test file took, so that the longest ones begin first. One table is kept with the sources for clean checkouts;
// a run overrides it with what it measured on this machine.
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { checkout } from '../state/checkout.ts'
import { readJson, writeJson } from '../state/json-file.ts'
import type { FileResult } from './count-tests.ts'

/** Seconds of each test file by its path, relative to the checkout. */
type TestDurations = Record<string, number>

const KEPT_FILE = `${checkout}/infra/local/test-durations.json`
const MEASURED_FILE = `${checkout}/.local/test-durations.json`

export function readDurations(): TestDurations {
  return { ...(readJson(KEPT_FILE) as TestDurations), ...(readJson(MEASURED_FILE) as TestDurations) }
}

/** Saves what a run measured, with `keep` in the table of the sources; files that are gone leave the table. */
export function saveDurations(files: readonly FileResult[], { keep }: { keep: boolean }): void {
  const measured = Object.fromEntries(files.map(({ path, seconds }) => [path, Math.round(seconds)]))
  const file = keep ? KEPT_FILE : MEASURED_FILE
  mkdirSync(dirname(file), { recursive: true })
  const entries = Object.entries({ ...(readJson(file) as TestDurations), ...measured })
  const kept = entries.filter(([path, seconds]) => seconds > 0 && existsSync(`${checkout}/${path}`))
  writeJson(file, Object.fromEntries(kept.toSorted(([a], [b]) => a.localeCompare(b))))
}
