// `npm run admin -- <command>`: what an operator does, to the stack of this checkout. All commands but one are management's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { checkout } from './checkout.ts'
import { localState } from './local-state.ts'
import { postgresUrl } from './postgres.ts'
import { redisUrl } from './redis.ts'
import { addVaultKey, keepSecrets } from './secrets.ts'
import { machineEnvironment } from './service-environment.ts'
import { stackFile } from './stack-file.ts'

const ROTATE = 'rotate-sealing-key'
const ABOUT_ROTATE = `${ROTATE}: makes a new key for what is stored sealed; management takes it at the next start,
seals all anew in the background, and opens with the older ones what they sealed`

const words = process.argv.slice(2)
const stack = stackFile(localState).read()
const secretsFile = `${localState}/secrets.json`

if (!stack) {
  console.error('There is no stack here yet: `npm start` makes it.')
  process.exitCode = 1
} else if (words[0] === ROTATE) {
  if (words.includes('--help')) console.log(ABOUT_ROTATE)
  else {
    await addVaultKey(secretsFile)
    console.log('There is a new key: `npm stop` and `npm start` have it used, and all sealed anew.')
  }
} else {
  const { postgresPassword, redisPassword, vaultKeys } = await keepSecrets(secretsFile)
  const { ports } = stack
  const own = {
    DATABASE_URL: postgresUrl({ port: ports.postgres, password: postgresPassword }),
    REDIS_URL: redisUrl({ port: ports.redis, password: redisPassword }),
  }
  const { DATABASE_URL = own.DATABASE_URL, REDIS_URL = own.REDIS_URL } = process.env
  const child = spawn(process.execPath, ['services/management/src/admin.ts', ...words], {
    cwd: checkout,
    env: { ...machineEnvironment(), DATABASE_URL, REDIS_URL, VAULT_KEYS: JSON.stringify(vaultKeys) },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
  const isOverview = words.length === 0 || words[0] === 'help'
  if (isOverview) console.log(`\n${ABOUT_ROTATE}`)
}
