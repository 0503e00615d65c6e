import type { RequestHandler, Response } from 'express'
import type { Account } from '@render/directory'
import { RenderError, type ErrorCode } from '@render/errors'
import { authenticate, type Caller } from './authenticate.ts'
import type { GatewayContext } from './context.ts'
import { tellUsage } from './tell-usage.ts'

/** What keeps an account from making renders, in the order in which it is told. */
const refusals: { code: ErrorCode; when: (account: Account) => boolean }[] = [
  { code: 'NoPlan', when: ({ plan }) => !plan },
  { code: 'NotConfirmed', when: ({ user }) => !user?.confirmed },
  {
    code: 'NotActive',
    when: ({ activeUntil }) => activeUntil !== null && Date.parse(activeUntil) <= Date.now(),
  },
]

/** Lets only callers pass who may make renders now, before anything of the body is read. */
export function admitCaller({ accounts }: Pick<GatewayContext, 'accounts'>): RequestHandler {
  return async (req, res, next) => {
    const caller = await authenticate(req, accounts)
    tellUsage(res, caller.account)
    const refusal = refusals.find(({ when }) => when(caller.account))
    if (refusal) throw new RenderError(refusal.code)
    res.locals.caller = caller
    next()
  }
}

/** The caller that `admitCaller` let pass. */
export function callerOf(res: Response): Caller {
  return res.locals.caller as Caller
}
