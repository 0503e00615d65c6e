// The first container of docker-compose.yml: creates the secrets of this deployment once, in the other containers' volumes;
// with --new-vault-key adds a vault key; with --new-sealing-keys replaces the keys that secrets in flight are sealed to.
import { parseArgs } from 'node:util'
import { keepSecrets } from './keep-secrets.ts'

const off = { type: 'boolean', default: false } as const
const { values } = parseArgs({ options: { 'new-vault-key': off, 'new-sealing-keys': off } })
const { made } = await keepSecrets('/run/render', {
  isVaultKeyNew: values['new-vault-key'],
  areSealingKeysNew: values['new-sealing-keys'],
})
console.log(made.length > 0 ? `Created ${made.join(', ')}.` : 'All secrets exist.')
