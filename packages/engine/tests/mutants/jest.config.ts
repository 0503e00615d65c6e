import type { Config } from 'jest'

/** Runs the tests of `npm run mutants`, which `npm test` does not contain. */
const config: Config = {
  rootDir: '..',
  testMatch: ['<rootDir>/mutants/*.mutants.ts', '<rootDir>/*.test.ts'],
  setupFiles: ['<rootDir>/mutants/take-out-named-stage.ts'],
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  testTimeout: 600_000,
}

export default config
