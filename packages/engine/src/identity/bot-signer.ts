import { createPrivateKey, randomBytes, sign, type webcrypto } from 'node:crypto'

export interface BotKey {
  /** Private, Ed25519. */
  key: webcrypto.JsonWebKey
  /** How the directory calls it. */
  id: string
  /** Base address of who serves the directory. */
  agent: string
}

/** The headers that say which robot asks for an address. */
export type SignRequest = (url: URL) => Record<string, string>

const VALID_SECONDS = 300
const NONCE_BYTES = 64

/**
 * Signs requests as Web Bot Auth has it: HTTP message signatures (RFC 9421) over the host and the agent.
 * @throws {Error} when the key is none by Ed25519.
 */
export function createBotSigner({ key: jwk, id, agent }: BotKey): SignRequest {
  const key = createPrivateKey({ key: jwk, format: 'jwk' })
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('Requests are signed by Ed25519 keys only.')
  const signatureAgent = `"${agent}"`
  return ({ host }) => {
    const created = Math.floor(Date.now() / 1000)
    const parameters = [
      '("@authority" "signature-agent")',
      `created=${created}`,
      `expires=${created + VALID_SECONDS}`,
      `keyid="${id}"`,
      'alg="ed25519"',
      `nonce="${randomBytes(NONCE_BYTES).toString('base64')}"`,
      'tag="web-bot-auth"',
    ].join(';')
    const base = [
      `"@authority": ${host}`,
      `"signature-agent": ${signatureAgent}`,
      `"@signature-params": ${parameters}`,
    ].join('\n')
    return {
      'signature-agent': signatureAgent,
      'signature-input': `sig1=${parameters}`,
      signature: `sig1=:${sign(null, Buffer.from(base), key).toString('base64')}:`,
    }
  }
}
