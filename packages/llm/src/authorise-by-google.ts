import { importPKCS8, SignJWT } from 'jose'
import { ProviderError, type Ask } from './ask.ts'
import type { LlmCredential } from './credential.ts'

interface ServiceAccount {
  client_email: string
  private_key: string
  token_uri?: string
}

const TOKEN_URI = 'https://oauth2.googleapis.com/token'
const SCOPE = 'https://www.googleapis.com/auth/cloud-platform'

/**
 * Gets a token with a JWT signed by the key of a service account (RFC 7523).
 * @throws {ProviderError} when the key cannot sign, or no token is returned.
 */
export async function authoriseByGoogle(
  { gcpServiceAccountJson = '{}', gcpProject = '' }: LlmCredential,
  _url: URL,
  ask: Ask,
): Promise<Record<string, string>> {
  const account = JSON.parse(gcpServiceAccountJson) as ServiceAccount
  const tokenUri = URL.parse(account.token_uri ?? TOKEN_URI)
  if (!tokenUri || !/^https?:$/.test(tokenUri.protocol))
    throw new ProviderError('"token_uri" of the key file must be an http or https URL.')
  const body = new URLSearchParams({
    grant_type: 'urn:ietf:params:oauth:grant-type:jwt-bearer',
    assertion: await sign(account, tokenUri.href),
  })
  const { access_token } = (await ask(tokenUri, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: body.toString(),
  })) as { access_token?: unknown }
  if (typeof access_token !== 'string')
    throw new ProviderError('The provider returned no token for the key file.')
  return { authorization: `Bearer ${access_token}`, 'x-goog-user-project': gcpProject }
}

async function sign({ client_email, private_key }: ServiceAccount, audience: string): Promise<string> {
  try {
    return await new SignJWT({ scope: SCOPE })
      .setProtectedHeader({ alg: 'RS256', typ: 'JWT' })
      .setIssuer(client_email)
      .setAudience(audience)
      .setIssuedAt()
      .setExpirationTime('10m')
      .sign(await importPKCS8(private_key, 'RS256'))
  } catch {
    throw new ProviderError('The key file has no private key that can sign with RS256.')
  }
}
