import { RenderError } from '@render/errors'
import { parseAddress, proxyAddress, type Egress } from '@render/net'
import { optionNamed, PRESIGNED, type GivenOptions, type OptionName } from '@render/options'

/** The addresses that options may name. */
export interface AddressRules extends Pick<Egress, 'check'>, Partial<Pick<Egress, 'isAllowed'>> {
  /** Whether receivers of webhooks must use https. */
  receiversNeedTls?: boolean
  /** Maximum length of the addresses of pages. Default: that of other addresses. */
  maxUrlLength?: number
}

/** Allows every address: for renders that exist already, whose names may not resolve any more. */
export const SKIP_CHECKS: AddressRules = {
  check: async () => {},
  isAllowed: () => true,
  maxUrlLength: Infinity,
}

/** A name that is not resolved in this time passes; it is checked again when it is connected to. */
const CHECK_LIMITS = { timeoutMs: 500 }

/** Checks an address and returns it in the form that was checked. */
type Check = (text: string, egress: AddressRules) => Promise<string>

/** An address in the options. */
interface AddressOption {
  holder: Record<string, unknown>
  member: string
  /** Its name in messages. */
  path: string
  check: Check
}

/** The check of each option that is an address. */
const checks: Partial<Record<OptionName, Check>> = {
  url: checkPage,
  base_url: checkPage,
  ...Object.fromEntries(PRESIGNED.map((name) => [name, checkAddress])),
  webhook_url: checkReceiver,
  proxy: checkProxy,
  llm_base_url: checkApi,
  s3_endpoint: checkStore,
}

/** The options that are addresses. */
export const addressNames: readonly string[] = Object.keys(checks)

/** Whether an empty value of a form or a link counts as sent: an empty address removes the default of the project. */
export function keepsEmpty(spelling: string): boolean {
  const name = optionNamed(spelling)
  return name !== undefined && addressNames.includes(name)
}

/**
 * Checks every address in the options and replaces it by the form that was checked. Empty addresses are removed. A name
 * that is not resolved within 500 ms passes.
 * @throws {RenderError} with the code of the one wrong address; `InvalidOptions` when several are wrong.
 */
export async function checkAddresses(given: GivenOptions, egress: AddressRules): Promise<GivenOptions> {
  const { thumbnails, retry_with } = given
  const checked = {
    ...given,
    ...(thumbnails && { thumbnails: thumbnails.map((each) => ({ ...each })) }),
    ...(retry_with && { retry_with: retry_with.map((each) => ({ ...each })) }),
  }
  const refusals: RenderError[] = []
  const checks = addressesIn(checked).map(async ({ holder, member, path, check }) => {
    const address = holder[member]
    // Null in `retry_with` removes the address of the first attempt.
    if (address === null) return
    if (!address) return void delete holder[member]
    try {
      holder[member] = await check(address as string, egress)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      refusals.push(nameOption(path, error))
    }
  })
  await Promise.all(checks)
  if (refusals.length > 0) throw combine(refusals)
  return checked
}

/** Returns every option with an address to which one of our services connects. */
function addressesIn(options: GivenOptions): AddressOption[] {
  const { thumbnails = [], retry_with = [] } = options
  const inside = (list: object[], name: string, member: string, check: Check): AddressOption[] =>
    list.map((holder, at) => ({
      holder: holder as AddressOption['holder'],
      member,
      path: `${name}[${at}].${member}`,
      check,
    }))
  return [
    ...Object.entries(checks).map(([member, check]) => ({ holder: options, member, path: member, check })),
    ...inside(thumbnails, 'thumbnails', 'presigned_url', checkAddress),
    ...inside(retry_with, 'retry_with', 'proxy', checkProxy),
  ]
}

function checkPage(text: string, egress: AddressRules): Promise<string> {
  return checkAddress(text, egress, egress.maxUrlLength)
}

async function checkAddress(text: string, egress: AddressRules, maxLength?: number): Promise<string> {
  const address = parseAddress(text, maxLength)
  await egress.check(address, CHECK_LIMITS)
  return address.href
}

async function checkReceiver(text: string, egress: AddressRules): Promise<string> {
  const address = await checkAddress(text, egress)
  if (egress.receiversNeedTls && !address.startsWith('https:'))
    throw new RenderError('InvalidURLError', { message: 'must start with https://.' })
  return address
}

/** Checks the base URL of an API, which gets a key: without TLS only on hosts that the operator allowed. */
async function checkApi(text: string, egress: AddressRules): Promise<string> {
  const address = new URL(await checkAddress(text, egress))
  const isPlain = !address.username && !address.password && !address.search && !address.hash
  if (isPlain && (address.protocol === 'https:' || egress.isAllowed?.(address))) return address.href
  throw new RenderError('InvalidOptions', {
    message:
      'must be an https:// URL without user, password, query or fragment; http:// needs a host that the operator allows.',
  })
}

async function checkStore(text: string, egress: AddressRules): Promise<string> {
  const address = await checkApi(text, egress)
  if (new URL(address).pathname === '/') return address
  throw new RenderError('InvalidOptions', { message: 'must be a URL without a path.' })
}

/** Checks the address of a proxy and returns it unchanged. All its errors are `InvalidOptions`, because it is not a page. */
async function checkProxy(text: string, egress: AddressRules): Promise<string> {
  const address = proxyAddress(text)
  if (!address)
    throw new RenderError('InvalidOptions', {
      message: 'must be an http, https or socks5 URL: [scheme://][user:password@]host:port.',
    })
  try {
    await egress.check(address, CHECK_LIMITS)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = 'The proxy does not resolve to a public IP address.'
    throw new RenderError('InvalidOptions', { message, cause: error.cause })
  }
  return text
}

/** Puts the option before a message, which is a sentence or what the option "must" be. */
function nameOption(path: string, error: RenderError): RenderError {
  const message = `"${path}"${error.message.startsWith('must ') ? '' : ':'} ${error.message}`
  const [option = path] = path.split('[')
  return RenderError.forOption(option, message, error.code, error.cause)
}

function combine(refusals: RenderError[]): RenderError {
  const [first] = refusals
  if (first && refusals.length === 1) return first
  return new RenderError('InvalidOptions', {
    message: `Invalid options: ${refusals.map(({ message }) => message).join(' ')}`,
    details: refusals.flatMap(({ details = [] }) => details),
  })
}
