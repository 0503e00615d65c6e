// The first container of docker-compose.yml: makes the secrets of this deployment once, into the others' volumes.
import { keepSecrets } from './keep-secrets.ts'

const { made } = await keepSecrets('/run/render')
console.log(made.length > 0 ? `Made ${made.join(', ')}.` : 'The secrets are there already.')
