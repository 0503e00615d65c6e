import { RenderError } from '@render/errors'

/** Limit of addresses that no operator sets another one for. */
const MAX_LENGTH = 8192

/**
 * Limit for a host as it is given, which can have escapes. A name has at most 253 characters; the URL parser takes time
 * quadratic in the length of one with other letters than ASCII.
 */
const MAX_HOST_LENGTH = 1024

/**
 * Parses a web address as browsers do; a missing scheme becomes `http://`. Does not decide whether the host may be reached:
 * the egress policy does.
 *
 * Messages never repeat the address, because it can contain credentials.
 * @throws {RenderError} `InvalidURLError` when it is not http or https, cannot be parsed, has a host of more than 1024
 *   characters, or exceeds `maxLength` characters, as given or with its characters percent-encoded.
 */
export function parseAddress(text: string, maxLength = MAX_LENGTH): URL {
  if (text.length > maxLength) throw invalid(`The URL is longer than ${maxLength} characters.`)
  if (text.includes('\0')) throw invalid('The URL contains a NUL character.')

  const absolute = withScheme(text.trim().replaceAll(/[\t\n\r]/g, ''))
  if (hostIn(absolute).length > MAX_HOST_LENGTH)
    throw invalid(`The host of the URL is longer than ${MAX_HOST_LENGTH} characters.`)
  const url = URL.parse(absolute)
  if (!url) throw invalid('The URL cannot be parsed.')
  if (url.protocol !== 'http:' && url.protocol !== 'https:')
    throw invalid('The URL must start with http:// or https://.')
  // The URL parser would use the first segment of the path as host.
  if (/^https?:[/\\]{3}/i.test(absolute)) throw invalid('The URL has no host.')
  if (url.port === '0') throw invalid('The port of the URL must be between 1 and 65535.')
  if (url.href.length > maxLength)
    throw invalid(`The URL is longer than ${maxLength} characters when it is percent-encoded.`)
  return url
}

function withScheme(text: string): string {
  if (startsWithHostAndPort(text)) return `http://${text}`
  if (/^[a-z][a-z0-9+.-]*:/i.test(text)) return text
  // A path or a Windows share, not a host without a scheme.
  if (/^[/\\]/.test(text)) throw invalid('The URL must start with http:// or https://, or with a host name.')
  return `http://${text}`
}

/** `example.com:8080/x` looks like the scheme "example.com", but no scheme in use contains a dot. */
function startsWithHostAndPort(text: string): boolean {
  const [, host = ''] = /^([^:/?#\\@]*):\d*(?:[/?#\\]|$)/.exec(text) ?? []
  return host.includes('.') || host.toLowerCase() === 'localhost'
}

/** Returns the host, with its port, of an address of the web; an empty text for others. */
function hostIn(absolute: string): string {
  return /^https?:[/\\]*(?:[^/?#\\]*@)?([^/?#\\]*)/i.exec(absolute)?.[1] ?? ''
}

function invalid(message: string): RenderError {
  return new RenderError('InvalidURLError', { message })
}
