import type { Config } from 'jest'

const common: Config = {
  transform: {},
  extensionsToTreatAsEsm: ['.ts'],
  testEnvironment: 'node',
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
}

/** Unit tests lie beside their sources; integration tests in a package's `tests` folder; e2e is HTTP only; `npm run faults` runs the slow ones. */
const config: Config = {
  testTimeout: 120_000,
  projects: [
    { ...common, displayName: 'unit', testMatch: ['<rootDir>/{packages,services,infra}/*/src/**/*.test.ts'] },
    {
      ...common,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services,infra}/!(e2e|management)/tests/**/*.test.ts'],
    },
    {
      ...common,
      displayName: 'integration',
      testMatch: ['<rootDir>/services/management/tests/**/*.test.ts'],
      globalSetup: '<rootDir>/services/management/tests/shared-postgres/start.ts',
      globalTeardown: '<rootDir>/services/management/tests/shared-postgres/stop.ts',
    },
    { ...common, displayName: 'e2e', testMatch: ['<rootDir>/packages/e2e/tests/*.test.ts'] },
    { ...common, displayName: 'slow', testMatch: ['<rootDir>/packages/e2e/tests/slow/*.test.ts'] },
  ],
}

export default config
