import { RenderError } from '@render/errors'
import sharp, { type Metadata } from 'sharp'
import type { Work } from '../work.ts'

const TIMEOUT_MS = 10_000
const MOST_BYTES = 5_000_000
/** Pictures that browsers show. */
const KINDS: ReadonlySet<string> = new Set(['png', 'jpeg', 'webp', 'gif', 'heif'])
const MARKUP = /^\uFEFF?\s*</

const REASONS = {
  destination_not_allowed: 'its host does not resolve to a public address',
  timeout: 'it did not answer in time',
  tls_failed: 'its certificate is not valid',
  connection_failed: 'it cannot be reached',
  invalid_response: 'it did not answer as a web server does',
  too_many_redirects: 'it redirects too often',
  too_large: `it has more than ${MOST_BYTES} bytes`,
} as const

/**
 * Fetches a picture from an address of the web, or from the address itself when that is `data:`, as a `data:` address
 * for the browser to show. Nothing of it is decoded here.
 * @throws {RenderError} `InvalidOptions` naming the option when there is no picture, or too large a one.
 */
export async function fetchPicture(
  work: Pick<Work, 'http' | 'signal' | 'bounds'>,
  address: string,
  option: string,
): Promise<string> {
  const body = await read(work, address, option)
  if (MARKUP.test(body.toString('utf8', 0, 100))) return toAddress('image/svg+xml', body)
  const { pixels } = work.bounds
  const { format, width, height } = await readHead(body, option)
  if (!KINDS.has(format)) throw noPicture(option, 'it is none')
  if (width * height > pixels) throw noPicture(option, `it has more than ${pixels} pixels`)
  return toAddress(format === 'heif' ? 'image/avif' : `image/${format}`, body)
}

/** Tells that what an option names is not what it should be. */
export function noPicture(option: string, reason: string): RenderError {
  const message = `"${option}" must be the address of a picture (png, jpg, webp, avif, gif, svg): ${reason}.`
  return new RenderError('InvalidOptions', { message, details: [{ option, message }] })
}

async function read({ http, signal }: Pick<Work, 'http' | 'signal'>, address: string, option: string) {
  const url = URL.parse(address)
  if (url?.protocol === 'data:') return readData(url, option)
  if (!url || !/^https?:$/.test(url.protocol))
    throw noPicture(option, 'it must start with http:, https: or data:')
  const request = { timeoutMs: TIMEOUT_MS, maximumBytes: MOST_BYTES, signal }
  const answer = await http.download(url, request)
  if ('failure' in answer) throw noPicture(option, REASONS[answer.failure])
  if (answer.status !== 200) throw noPicture(option, `it answered with status ${answer.status}`)
  return answer.body
}

/** No request is made: the address holds the file. */
async function readData(url: URL, option: string): Promise<Buffer> {
  try {
    return Buffer.from(await (await fetch(url)).arrayBuffer())
  } catch {
    throw noPicture(option, 'its data cannot be read')
  }
}

async function readHead(body: Buffer, option: string): Promise<Metadata> {
  try {
    return await sharp(body).metadata()
  } catch {
    throw noPicture(option, 'it is none')
  }
}

function toAddress(type: string, body: Buffer): string {
  return `data:${type};base64,${body.toString('base64')}`
}
