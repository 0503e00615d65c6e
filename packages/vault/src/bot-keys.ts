import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Ed25519 keys: the private one signs requests, the public one lets sites verify them. */
export interface BotKeys {
  publicKey: JWK
  privateKey: JWK
}

export async function makeBotKeys(): Promise<BotKeys> {
  const pair = await generateKeyPair('Ed25519', { extractable: true })
  return { publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) }
}

/** Returns the id of a public or private key in signatures and directories: its thumbprint (RFC 7638). */
export function botKeyId(key: JWK): Promise<string> {
  return calculateJwkThumbprint(key)
}
