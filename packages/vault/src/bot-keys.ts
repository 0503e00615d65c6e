import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWK } from 'jose'

/** Ed25519: by the private one requests are signed, by the public one sites know that they were. */
export interface BotKeys {
  publicKey: JWK
  privateKey: JWK
}

export async function makeBotKeys(): Promise<BotKeys> {
  const pair = await generateKeyPair('Ed25519', { extractable: true })
  return { publicKey: await exportJWK(pair.publicKey), privateKey: await exportJWK(pair.privateKey) }
}

/** How signatures and directories call a key, public or private: its thumbprint (RFC 7638). */
export function botKeyId(key: JWK): Promise<string> {
  return calculateJwkThumbprint(key)
}
