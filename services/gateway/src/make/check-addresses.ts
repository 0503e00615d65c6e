import { RenderError } from '@render/errors'
import { parseAddress, proxyAddress, type Egress } from '@render/net'
import { addressesIn, isObject, type AddressTarget, type GivenOptions } from '@render/options'

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

const checks: Record<AddressTarget, Check> = {
  page: checkPage,
  upload: checkAddress,
  receiver: checkReceiver,
  proxy: checkProxy,
  api: checkApi,
  store: checkStore,
}

/**
 * Checks the values with the setting `address` and replaces each by the form that was checked. Empty addresses are removed.
 * A name that is not resolved within 500 ms passes.
 * @throws {RenderError} with the code of the one wrong address; `InvalidOptions` when several are wrong.
 */
export async function checkAddresses(given: GivenOptions, egress: AddressRules): Promise<GivenOptions> {
  const checked = copyOf(given)
  const refusals: RenderError[] = []
  const checking = addressesIn(checked).map(async ({ holder, member, path, target }) => {
    const address = holder[member]
    // Null in `retry_with` removes the address of the first attempt.
    if (address === null) return
    if (!address) return void delete holder[member]
    try {
      holder[member] = await checks[target](address as string, egress)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      refusals.push(nameOption(path, error))
    }
  })
  await Promise.all(checking)
  if (refusals.length > 0) throw combine(refusals)
  return checked
}

/** Copies the options and the objects in their lists. */
function copyOf(options: GivenOptions): GivenOptions {
  const copies = Object.entries(options).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((item: unknown) => (isObject(item) ? { ...item } : item)) : value,
  ])
  return Object.fromEntries(copies) as GivenOptions
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
