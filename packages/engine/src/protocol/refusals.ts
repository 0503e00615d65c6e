import { RenderError, type ErrorCode } from '@render/errors'
import type { ConnectionRefusal } from '@render/net'
import type { PageContext } from '../page-context.ts'

/** Error code and message for the caller, by the reason why a connection was refused. */
const REFUSALS: Record<ConnectionRefusal, [code: ErrorCode, message?: string]> = {
  not_allowed: ['URLDoesNotResolveError'],
  undecided: [
    'ServiceUnavailable',
    'The DNS servers did not resolve the host of the URL in time: try again shortly.',
  ],
  refused: ['NavigationError', 'The server refused the connection.'],
  unreachable: ['NavigationError', 'The server cannot be reached.'],
  timeout: ['NavigationError', 'The connection to the server timed out.'],
  limit: ['NavigationError', 'The page reached its limit of open connections or of bytes.'],
  forbidden: [
    'NavigationError',
    'The host belongs to a coin miner and is blocked; set "allow_coin" to allow it.',
  ],
  proxy_not_allowed: ['InvalidOptions', 'The proxy does not resolve to a public IP address.'],
  proxy_failed: [
    'NavigationError',
    'The proxy failed: it does not speak its protocol, or rejects the user name and password.',
  ],
}

/**
 * Returns the error that explains why no connection to an address was made; undefined when the load failed for another
 * reason.
 */
export async function explainRefusal(
  { tab: { tunnel }, proxyOption }: Pick<PageContext, 'tab' | 'proxyOption'>,
  address: string,
  cause: unknown,
): Promise<RenderError | undefined> {
  const refusal = await tunnel.refusalOf(destinationOf(new URL(address)))
  if (!refusal) return undefined
  const [code, message] = REFUSALS[refusal]
  if (code !== 'InvalidOptions' || !proxyOption) return new RenderError(code, { message, cause })
  return RenderError.forOption(proxyOption, `"${proxyOption}": ${message}`, code, cause)
}

/** Returns host and port as the browser sends them to its proxy. */
function destinationOf({ protocol, hostname, port }: URL): { host: string; port: number } {
  const host = hostname.replace(/^\[(.*)\]$/, '$1')
  return { host, port: Number(port) || (protocol === 'https:' ? 443 : 80) }
}
