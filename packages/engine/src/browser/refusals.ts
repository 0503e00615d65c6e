import { RenderError, type ErrorCode } from '@render/errors'
import type { Refusal } from '@render/net'
import type { Work } from '../work.ts'

/** What the caller is told of a connection that was not made. */
const REFUSALS: Record<Refusal, [code: ErrorCode, message?: string]> = {
  not_allowed: ['URLDoesNotResolveError'],
  refused: ['NavigationError', 'The address refused the connection.'],
  unreachable: ['NavigationError', 'The address cannot be reached.'],
  timeout: ['NavigationError', 'The address did not accept a connection.'],
  limit: ['NavigationError', 'The page used up all connections or bytes that a page may have.'],
  forbidden: ['NavigationError', 'The address is one of a coin miner, and `allow_coin` is not given.'],
  proxy_not_allowed: ['InvalidOptions', 'The proxy does not resolve to a public address.'],
  proxy_failed: [
    'NavigationError',
    'The proxy could not be used: it does not answer as one, or does not take the user and the password.',
  ],
}

/** Of an address that could not be loaded: why no connection to it was made; undefined when that is not the reason. */
export async function explainRefusal(
  { tab: { way }, proxyOption }: Pick<Work, 'tab' | 'proxyOption'>,
  address: string,
  cause: unknown,
): Promise<RenderError | undefined> {
  const refusal = await way.refusalOf(destinationOf(new URL(address)))
  if (!refusal) return undefined
  const [code, told] = REFUSALS[refusal]
  if (code !== 'InvalidOptions' || !proxyOption) return new RenderError(code, { message: told, cause })
  const message = `"${proxyOption}": ${told}`
  return new RenderError(code, { message, details: [{ option: proxyOption, message }], cause })
}

/** As the browser tells it to its proxy. */
function destinationOf({ protocol, hostname, port }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
