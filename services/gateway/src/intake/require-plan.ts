import type { Account } from '@render/management-client'
import { RenderError, type ErrorCode } from '@render/errors'

/** Conditions under which an account may not make renders, in the order in which they are reported. */
const refusals: { code: ErrorCode; when: (account: Account) => boolean }[] = [
  { code: 'NoPlan', when: ({ plan }) => !plan },
  { code: 'NotConfirmed', when: ({ user }) => !user?.confirmed },
  {
    code: 'NotActive',
    when: ({ activeUntil }) => activeUntil !== null && Date.parse(activeUntil) <= Date.now(),
  },
]

/** @throws {RenderError} when the account may not make renders now. */
export function requirePlan(account: Account): void {
  const refusal = refusals.find(({ when }) => when(account))
  if (refusal) throw new RenderError(refusal.code)
}
