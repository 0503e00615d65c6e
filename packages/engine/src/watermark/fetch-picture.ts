import { RenderError } from '@render/errors'
import { readDataAddress } from '../inlining/read-data-address.ts'
import type { PageContext } from '../page-context.ts'
import { NoPicture, pictureAddress } from './picture-address.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 5_000_000

const REASONS = {
  destination_not_allowed: 'its host does not resolve to a public IP address',
  timeout: 'it did not answer in time',
  tls_failed: 'its certificate is not valid',
  connection_failed: 'it cannot be reached',
  invalid_response: 'it did not answer as a web server does',
  too_many_redirects: 'it redirects too often',
  too_large: `it has more than ${MAX_BYTES} bytes`,
} as const

/**
 * Fetches a picture from an HTTP address, or reads it from a `data:` address. Returns a `data:` address for the browser.
 * @throws {RenderError} `InvalidOptions` naming the option when there is no picture, or its file is too large.
 */
export async function fetchPicture(
  ctx: Pick<PageContext, 'http' | 'signal'>,
  address: string,
  option: string,
): Promise<string> {
  try {
    return pictureAddress(await read(ctx, address))
  } catch (error) {
    throw error instanceof NoPicture ? noPicture(option, error.message) : error
  }
}

/** Creates the error for an option that must name a picture and does not. */
export function noPicture(option: string, reason: string): RenderError {
  const message = `"${option}" must be the URL of an image (png, jpg, webp, avif, gif, svg): ${reason}.`
  return RenderError.forOption(option, message)
}

async function read(
  { http, signal }: Pick<PageContext, 'http' | 'signal'>,
  address: string,
): Promise<Buffer> {
  const url = URL.parse(address)
  if (url?.protocol === 'data:') return readData(address)
  if (!url || !/^https?:$/.test(url.protocol))
    throw new NoPicture('it must start with http:, https: or data:')
  const answer = await http.download(url, { timeoutMs: TIMEOUT_MS, maxBytes: MAX_BYTES, signal })
  if ('failure' in answer) throw new NoPicture(REASONS[answer.failure])
  if (answer.status !== 200) throw new NoPicture(`it answered with status ${answer.status}`)
  return answer.body
}

/** @throws {NoPicture} when the data cannot be read. */
async function readData(address: string): Promise<Buffer> {
  const body = await readDataAddress(address)
  if (!body) throw new NoPicture('its data cannot be read')
  return body
}
