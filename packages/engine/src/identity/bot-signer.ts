import { createPrivateKey, randomBytes, sign, type webcrypto } from 'node:crypto'

export interface BotKey {
  /** The private Ed25519 key. */
  key: webcrypto.JsonWebKey
  /** The id of the key in the agent's key directory. */
  id: string
  /** The base address of the server of the key directory. */
  agent: string
}

/** Returns the headers that identify our robot to the server of an address. */
export type SignRequest = (url: URL) => Record<string, string>

const VALID_SECONDS = 300
const NONCE_BYTES = 64

/**
 * Creates a function that signs requests by Web Bot Auth: HTTP message signatures (RFC 9421) over the host and the agent.
 * @throws {Error} when the key is not an Ed25519 key.
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
