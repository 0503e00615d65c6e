// Brings what this machine lacks, then runs one of the project's commands under the project's own Node.
// Plain JavaScript without dependencies: it is all that runs on the machine's Node (20 or newer).
import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { generatePrismaClient } from './bootstrap/prisma-client.mjs'
import { installPackages } from './bootstrap/packages.mjs'
import { projectNode } from './bootstrap/project-node.mjs'
import { fail, root, runToEnd } from './bootstrap/run.mjs'
import { bringSystemParts } from './bootstrap/system-parts.mjs'

const COMMANDS = {
  start: {
    about: 'the whole service on this machine (--detach: in the background)',
    system: true,
    run: ['infra/local/src/start.ts'],
  },
  stop: { about: 'end what `start` began', run: ['infra/local/src/stop.ts'] },
  dev: {
    about: 'like start; a service restarts when its sources change',
    system: true,
    run: ['infra/local/src/start.ts', '--watch'],
  },
  admin: {
    about: 'what an operator does to the stack of this checkout; `help` lists it',
    run: ['infra/local/src/admin.ts'],
  },
  test: { about: 'all tests; arguments are handed to jest', system: true, run: ['infra/local/src/test.ts'] },
  check: { about: 'format, lint, types, unit tests, unused code', run: ['infra/local/src/check.ts'] },
  generate: {
    about: 'make again what is generated: the database client, docs/options.md',
    generate: 'always',
    run: ['infra/local/src/generate.ts'],
  },
  format: { about: 'format every file', run: ['node_modules/oxfmt/bin/oxfmt'] },
  filters: {
    about: 'bring the filter lists anew and pack them (needs apt-get, dpkg and npm)',
    run: ['packages/filters/src/refresh.ts'],
  },
  bench: {
    about: 'the service measured against the bare browser',
    system: true,
    run: ['packages/bench/src/main.ts'],
  },
  faults: {
    about: 'every test of a fault, then faults at random (FAULTS_SECONDS, FAULTS_SEED)',
    system: true,
    run: ['infra/local/src/faults.ts'],
  },
  soak: {
    about: 'half an hour of load, hostile pages and deaths in which nothing may grow (SOAK_MINUTES)',
    system: true,
    run: ['packages/e2e/src/soak.ts'],
  },
  'contact-sheet': {
    about: 'every fixture page in every mode, to look at',
    system: true,
    run: ['packages/contact-sheet/src/main.ts'],
  },
}

const [name = '', ...rest] = process.argv.slice(2)
const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined

if (!command) {
  const list = Object.entries(COMMANDS).map(([name, { about }]) => `  npm run ${name.padEnd(13)} ${about}`)
  fail(`${name ? `There is no command "${name}".` : 'Which command?'} There are:\n${list.join('\n')}`)
}
if (Number(process.versions.node.split('.')[0]) < 20) {
  fail(
    `Node ${process.versions.node} is too old to begin with: install Node 20 or newer (https://nodejs.org).`,
  )
}
if (process.platform === 'win32')
  fail('Windows is not supported: use WSL (wsl --install) and run this inside it.')
if (name === 'stop' && !existsSync(resolve(root, process.env.STATE_DIRECTORY ?? '.local', 'stack.json'))) {
  console.log('Nothing to stop: no stack was started here.')
  process.exit(0)
}

process.chdir(root)
const found = command.system ? await bringSystemParts() : {}
// Stopping must be possible even when the packages cannot be brought up to date.
if (name !== 'stop') {
  await installPackages()
  await generatePrismaClient({ always: command.generate === 'always' })
}
if (command.run) {
  const env = { ...process.env, ...found }
  process.exitCode = await runToEnd(projectNode(), [...command.run, ...rest], { env })
}
