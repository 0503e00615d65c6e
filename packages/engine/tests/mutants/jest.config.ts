import type { Config } from 'jest'

/** Runs the tests of `npm run mutants`, which `npm test` does not contain. */
const config: Config = {
  rootDir: '..',
  runner: '<rootDir>/../../testkit/src/test-runner/runner.ts',
  testMatch: ['<rootDir>/mutants/*.mutants.ts', '<rootDir>/**/*.test.ts'],
  transform: {},
  testTimeout: 600_000,
}

export default config
