import { userInfo } from 'node:os'
import { ORGANISATION, WrongUse, type Command } from './command.ts'
import { operateOn } from './operate-on.ts'

export const blockOrganisation: Command = {
  name: 'block-organisation',
  summary: 'has an organisation render nothing more; every gateway knows within five seconds',
  options: {
    organisation: ORGANISATION,
    by: { value: 'NAME', about: 'who blocks it; who you are on this machine unless said' },
    status: { value: 'STATUS', about: 'what its renders are answered, from 400 to 599; 401 unless said' },
    message: { value: 'TEXT', about: 'what they are told; needs --status' },
  },
  run(context, { organisation, by = userInfo().username, status, message }) {
    const response = responseOf(status, message)
    return operateOn(context, organisation!, 'blockOrganisation', {
      accountBlocked: {
        by,
        at: new Date().toISOString(),
        reason: 'trial_abuse',
        ...(response && { response }),
      },
    })
  },
}

export const unblockOrganisation: Command = {
  name: 'unblock-organisation',
  summary: 'lets an organisation go on that was blocked',
  options: { organisation: ORGANISATION },
  run: (context, { organisation }) =>
    operateOn(context, organisation!, 'unblockOrganisation', { accountBlocked: null }),
}

function responseOf(status: string | undefined, message: string | undefined) {
  if (status === undefined && message === undefined) return undefined
  if (status === undefined || !message) throw new WrongUse('--status and --message go together.')
  if (!/^[45]\d\d$/.test(status)) throw new WrongUse('--status must be from 400 to 599.')
  return { statusCode: Number(status), message }
}
