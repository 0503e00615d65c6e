import { resealSecrets } from '../database/reseal-secrets.ts'
import type { Command } from './command.ts'

export const reseal: Command = {
  name: 'reseal',
  summary:
    'encrypts all stored secrets with the newest vault key now; the service also does so in the background',
  options: {},
  run: (context) => resealSecrets(context),
}
