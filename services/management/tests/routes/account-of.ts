import { hashApiKey } from '@render/vault'
import { findAccount } from '../../src/accounts/find-account.ts'
import type { Api } from '../api/use-api.ts'

/** Returns the account of a key as gateways get it. */
export function accountOf({ context }: Api, key: string) {
  return findAccount(context.database, hashApiKey(key), context)
}
