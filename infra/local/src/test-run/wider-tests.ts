import { globSync, readFileSync } from 'node:fs'
import { checkout } from '../state/checkout.ts'

/**
 * A table with rows for the nightly run alone, or a property of random values, of which that run draws more; or a function
 * that has one.
 */
const WIDER = /\b(nightly|isNightly|propertySettings|fuzzApi|describeRoute|probeGroup|onLateMachine)\b/

/** Returns the paths of the test files that try more in the nightly run. */
export function widerTests(): string[] {
  const files = globSync('{packages,services,infra}/*/{src,tests}/**/*.test.ts', { cwd: checkout })
  return files.filter((path) => WIDER.test(readFileSync(`${checkout}/${path}`, 'utf8')))
}
