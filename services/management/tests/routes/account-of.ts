import { hashApiKey } from '@render/vault'
import { findAccount } from '../../src/find-account.ts'
import type { Api } from '../api/use-api.ts'

/** What gateways are told of who sends a key. */
export function accountOf({ context }: Api, key: string) {
  return findAccount(context.database, hashApiKey(key), context)
}
