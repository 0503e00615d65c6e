import { resealSecrets } from '../reseal-secrets.ts'
import type { Command } from './command.ts'

export const reseal: Command = {
  name: 'reseal',
  summary: 'seals all stored secrets with the newest key at once, which the service does in the background',
  options: {},
  run: (context) => resealSecrets(context),
}
