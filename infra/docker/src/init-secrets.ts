// The first container of docker-compose.yml: makes the secrets of this deployment once, into the others' volumes; with
// --new-vault-key one more key of the vault.
import { parseArgs } from 'node:util'
import { keepSecrets } from './keep-secrets.ts'

const { values } = parseArgs({ options: { 'new-vault-key': { type: 'boolean', default: false } } })
const { made } = await keepSecrets('/run/render', { isVaultKeyNew: values['new-vault-key'] })
console.log(made.length > 0 ? `Made ${made.join(', ')}.` : 'The secrets are there already.')
