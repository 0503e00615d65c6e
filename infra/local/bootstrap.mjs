// Installs what this machine lacks, then runs one of the project's commands under the project's own Node.
// Plain JavaScript without dependencies, because it runs on the machine's Node (20 or newer) before anything is installed.
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { generatePrismaClient } from './bootstrap/prisma-client.mjs'
import { installPackages } from './bootstrap/packages.mjs'
import { projectNode } from './bootstrap/project-node.mjs'
import { fail, root, runToEnd } from './bootstrap/run.mjs'
import { installSystemParts } from './bootstrap/system-parts.mjs'

const COMMANDS = {
  setup: { about: 'install what this machine lacks, and nothing else', system: true },
  start: {
    about: 'start the whole service on this machine (--detach: in the background)',
    system: true,
    run: ['infra/local/src/commands/start.ts'],
  },
  stop: { about: 'stop what `npm start` started', run: ['infra/local/src/commands/stop.ts'] },
  dev: {
    about: 'like start; services restart when their sources change',
    system: true,
    run: ['infra/local/src/commands/start.ts', '--watch'],
  },
  admin: {
    about: 'operator commands for the stack of this checkout; `help` lists them',
    run: ['infra/local/src/commands/admin.ts'],
  },
  verify: {
    about: 'check a file against its certificate: `-- result.json file`',
    run: ['infra/local/src/commands/verify.ts'],
  },
  test: {
    about: 'run all tests; arguments are passed to jest',
    system: true,
    run: ['infra/local/src/commands/test.ts'],
  },
  check: {
    about: 'format, lint, types, unused, unit; `-- types lint` runs only these, --fix formats',
    run: ['infra/local/src/commands/check.ts'],
  },
  generate: {
    about: 'regenerate the database client and the generated documents',
    generate: 'always',
    run: ['infra/local/src/commands/generate.ts'],
  },
  format: { about: 'format all files', run: ['node_modules/oxfmt/bin/oxfmt'] },
  filters: {
    about: 'download and pack the filter lists (needs apt-get, dpkg and npm)',
    run: ['packages/filters/src/refresh.ts'],
  },
  bench: {
    about: 'measure the service against a raw loop over the same browser',
    system: true,
    run: ['packages/bench/src/main.ts'],
  },
  quality: {
    about: 'measure articles, metadata and Markdown against open libraries; `-- article` runs only this',
    run: ['packages/quality/src/main.ts'],
  },
  faults: {
    about: 'run all fault tests, then random faults (FAULTS_SECONDS, FAULTS_SEED)',
    system: true,
    run: ['infra/local/src/commands/faults.ts'],
  },
  mutants: {
    about: 'take each stage of the engine out in turn: a test of its options must fail',
    system: true,
    run: ['packages/engine/tests/mutants/main.ts'],
  },
  nightly: {
    about:
      'slow and wider tests, random faults, soak and bench, in at most an hour; the last line is the verdict',
    system: true,
    run: ['infra/local/src/commands/nightly.ts'],
  },
  soak: {
    about: 'half an hour of load, hostile pages and crashes; checks for leaks (SOAK_MINUTES)',
    system: true,
    run: ['packages/e2e/src/soak.ts'],
  },
  'contact-sheet': {
    about: 'render every fixture page in every mode into one page',
    system: true,
    run: ['packages/bench/src/contact-sheet/main.ts'],
  },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

if (!command) {
  const list = Object.entries(COMMANDS).map(([name, { about }]) => `  npm run ${name.padEnd(13)} ${about}`)
  fail(`${name ? `Unknown command: ${name}.` : 'No command given.'} Commands:\n${list.join('\n')}`)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(`Node ${process.versions.node} is too old: install Node 20 or newer (https://nodejs.org).`)
}
if (process.platform === 'win32')
  fail('Windows is not supported: install WSL (wsl --install) and run this command inside it.')
if (name === 'stop' && !existsSync(resolve(root, process.env.STATE_DIRECTORY ?? '.local', 'stack.json'))) {
  console.log('Nothing to stop: no stack was started in this checkout.')
  process.exit(0)
}

process.chdir(root)
const found = command.system ? await installSystemParts() : {}
// `stop` has to work even when the packages cannot be installed.
if (name !== 'stop') {
  await installPackages()
  await generatePrismaClient({ always: command.generate === 'always' })
}
if (command.run) {
  // Node keeps compiled modules there, for all processes of the command.
  const env = { NODE_COMPILE_CACHE: resolve(root, '.local/compile-cache'), ...process.env, ...found }
  process.exitCode = await runToEnd(projectNode(), [...command.run, ...rest], { env })
}
