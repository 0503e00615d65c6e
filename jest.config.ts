import type { Config } from 'jest'

const common: Config = {
  runner: '<rootDir>/packages/testkit/src/test-runner/runner.ts',
  transform: {},
  testTimeout: 120_000,
  modulePathIgnorePatterns: ['<rootDir>/.local/'],
}

/** Tests of bounds of time that are promised, which a busy machine would break: their files run one at a time, after all others. */
const quiet = [
  '<rootDir>/packages/engine/tests/hostile-documents.test.ts',
  '<rootDir>/packages/engine/tests/hostile-loops.test.ts',
  '<rootDir>/packages/engine/tests/hostile-together.test.ts',
  '<rootDir>/packages/engine/tests/hostile-watermarks.test.ts',
  '<rootDir>/services/render-worker/tests/videos.test.ts',
]

const parallel: Config = { ...common, testPathIgnorePatterns: ['/node_modules/', ...quiet] }

/** Unit tests lie beside their sources; integration tests in a package's `tests` folder; e2e is HTTP only; `npm run nightly` and `npm run faults` run the slow ones. */
const config: Config = {
  testSequencer: '<rootDir>/infra/local/src/test-run/longest-first.ts',
  // A worker keeps some of the memory of each file that it ran.
  workerIdleMemoryLimit: '1500MB',
  projects: [
    {
      ...common,
      displayName: 'unit',
      testMatch: ['<rootDir>/{packages,services,infra}/*/src/**/*.test.ts'],
      testTimeout: 10_000,
    },
    {
      ...parallel,
      displayName: 'integration',
      testMatch: ['<rootDir>/{packages,services,infra}/!(e2e|management)/tests/**/*.test.ts'],
    },
    {
      ...parallel,
      displayName: 'integration',
      testMatch: ['<rootDir>/services/management/tests/**/*.test.ts'],
      globalSetup: '<rootDir>/services/management/tests/shared-postgres/start.ts',
      globalTeardown: '<rootDir>/services/management/tests/shared-postgres/stop.ts',
    },
    {
      ...parallel,
      displayName: 'e2e',
      testMatch: ['<rootDir>/packages/e2e/tests/!(faults|slow)/*.test.ts'],
      globalSetup: '<rootDir>/packages/e2e/tests/shared-stack/start.ts',
      globalTeardown: '<rootDir>/packages/e2e/tests/shared-stack/stop.ts',
    },
    { ...parallel, displayName: 'faults', testMatch: ['<rootDir>/packages/e2e/tests/faults/*.test.ts'] },
    { ...common, displayName: 'quiet', testMatch: quiet },
    { ...common, displayName: 'slow', testMatch: ['<rootDir>/packages/e2e/tests/slow/*.test.ts'] },
  ],
}

export default config
