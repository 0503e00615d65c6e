// `npm run admin -- <command>`: operator commands for the stack of this checkout. All but add-vault-key are management's.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { checkout, localState } from '../state/checkout.ts'
import { stackPrograms } from '../programs/stack-programs.ts'
import { postgresUrl } from '../servers/postgres.ts'
import { redisUrl } from '../servers/redis.ts'
import { addVaultKey, loadOrCreateSecrets } from '../state/secrets.ts'
import { machineEnvironment } from '../stack/service-environment.ts'
import { stackFile } from '../state/stack-file.ts'

const ADD_VAULT_KEY = 'add-vault-key'
const ABOUT_ADD_VAULT_KEY = `${ADD_VAULT_KEY}: adds a new vault key. After the next start management encrypts with it, re-encrypts
stored secrets in the background, and keeps the older keys for decryption`

const commandArguments = process.argv.slice(2)
const stack = stackFile(localState).read()
const secretsFile = `${localState}/secrets.json`

if (!stack) {
  console.error('This checkout has no stack yet. Run `npm start` first.')
  process.exitCode = 1
} else if (commandArguments[0] === ADD_VAULT_KEY) {
  if (commandArguments.includes('--help')) console.log(ABOUT_ADD_VAULT_KEY)
  else {
    await addVaultKey(secretsFile)
    console.log('Added a vault key. Run `npm stop` and `npm start` to use it and re-encrypt stored secrets.')
  }
} else {
  const { postgresPassword, redisPassword, vaultKeys } = await loadOrCreateSecrets(secretsFile)
  const { ports } = stack
  const own = {
    DATABASE_URL: postgresUrl({ port: ports.postgres, password: postgresPassword }),
    REDIS_URL: redisUrl({ port: ports.redis, password: redisPassword }),
  }
  const { DATABASE_URL = own.DATABASE_URL, REDIS_URL = own.REDIS_URL } = process.env
  const { paths } = await stackPrograms()
  const child = spawn(process.execPath, [paths.admin, ...commandArguments], {
    cwd: checkout,
    env: { ...machineEnvironment(), DATABASE_URL, REDIS_URL, VAULT_KEYS: JSON.stringify(vaultKeys) },
    stdio: 'inherit',
  })
  const [code] = (await once(child, 'exit')) as [number | null]
  process.exitCode = code ?? 1
  const isOverview = commandArguments.length === 0 || commandArguments[0] === 'help'
  if (isOverview) console.log(`\n${ABOUT_ADD_VAULT_KEY}`)
}
