import { listPlans as list } from '../plans/stored-plans.ts'
import type { Command } from './command.ts'

export const listPlans: Command = {
  name: 'list-plans',
  summary: 'shows all plans that organisations can be given; they are made in the plans file',
  options: {},
  async run({ database }) {
    return { plans: await list(database) }
  },
}
