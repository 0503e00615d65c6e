// The first container of docker-compose.yml: creates the secrets of this deployment once, in the other containers' volumes;
// with --new-vault-key adds a vault key.
import { parseArgs } from 'node:util'
import { keepSecrets } from './keep-secrets.ts'

const { values } = parseArgs({ options: { 'new-vault-key': { type: 'boolean', default: false } } })
const { made } = await keepSecrets('/run/render', { isVaultKeyNew: values['new-vault-key'] })
console.log(made.length > 0 ? `Created ${made.join(', ')}.` : 'All secrets exist.')
