import { RenderError } from '@render/errors'
import { parseAddress, proxyAddress, type Egress } from '@render/net'
import type { GivenOptions } from '@render/options'

/** Which addresses may be named. */
export interface AddressRules extends Pick<Egress, 'check'> {
  /** Whether receivers of events have to be asked by TLS. */
  receiversNeedTls?: boolean
}

/** For what was checked before: an address may not resolve any more. */
export const UNASKED: AddressRules = { check: async () => {} }

/** Whoever dials the address checks it again: a name that is undecided so long passes. */
const UNDECIDED = { timeoutMs: 500 }

/** Checks an address, and gives it in the form in which it was checked. */
type Check = (text: string, egress: AddressRules) => Promise<string>

/** Where an address lies in options, and as what messages name it. */
interface Place {
  holder: Record<string, unknown>
  member: string
  path: string
  check: Check
}

/**
 * Checks every address and puts it in the form in which it was checked; empty ones count as not given. A name that is
 * undecided after 500 ms passes.
 * @throws {RenderError} the code of the one address that is wrong, `InvalidOptions` when several are.
 */
export async function checkAddresses(given: GivenOptions, egress: AddressRules): Promise<GivenOptions> {
  const { thumbnails, retry_with } = given
  const checked = {
    ...given,
    ...(thumbnails && { thumbnails: thumbnails.map((each) => ({ ...each })) }),
    ...(retry_with && { retry_with: retry_with.map((each) => ({ ...each })) }),
  }
  const refusals: RenderError[] = []
  const checks = placesIn(checked).map(async ({ holder, member, path, check }) => {
    const address = holder[member]
    // In an attempt to come, null takes away what there was.
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
  if (refusals.length > 0) throw together(refusals)
  return checked
}

/** Every option that names an address somebody of ours will talk to. */
function placesIn(options: GivenOptions): Place[] {
  const { thumbnails = [], retry_with = [] } = options
  const inside = (list: object[], name: string, member: string, check: Check): Place[] =>
    list.map((holder, at) => ({
      holder: holder as Place['holder'],
      member,
      path: `${name}[${at}].${member}`,
      check,
    }))
  return [
    ...['url', 'base_url'].map((member) => ({ holder: options, member, path: member, check: checkAddress })),
    { holder: options, member: 'webhook_url', path: 'webhook_url', check: checkReceiver },
    { holder: options, member: 'proxy', path: 'proxy', check: checkProxy },
    ...inside(thumbnails, 'thumbnails', 'presigned_url', checkAddress),
    ...inside(retry_with, 'retry_with', 'proxy', checkProxy),
  ]
}

async function checkAddress(text: string, egress: AddressRules): Promise<string> {
  const address = parseAddress(text)
  await egress.check(address, UNDECIDED)
  return address.href
}

async function checkReceiver(text: string, egress: AddressRules): Promise<string> {
  const address = await checkAddress(text, egress)
  if (egress.receiversNeedTls && !address.startsWith('https:'))
    throw new RenderError('InvalidURLError', { message: 'The address must start with https://.' })
  return address
}

/** A proxy is no page: whatever is wrong with it is wrong with the option. It stays as it was written. */
async function checkProxy(text: string, egress: AddressRules): Promise<string> {
  const address = proxyAddress(text)
  if (!address) throw new RenderError('InvalidOptions', { message: 'This is no address of a proxy.' })
  try {
    await egress.check(address, UNDECIDED)
  } catch (error) {
    if (!(error instanceof RenderError)) throw error
    const message = 'The proxy does not resolve to a public address.'
    throw new RenderError('InvalidOptions', { message, cause: error.cause })
  }
  return text
}

function nameOption(path: string, error: RenderError): RenderError {
  const message = `"${path}": ${error.message}`
  const [option = path] = path.split('[')
  return new RenderError(error.code, { message, details: [{ option, message }], cause: error.cause })
}

function together(refusals: RenderError[]): RenderError {
  const [first] = refusals
  if (first && refusals.length === 1) return first
  return new RenderError('InvalidOptions', {
    message: `Invalid options: ${refusals.map(({ message }) => message).join(' ')}`,
    details: refusals.flatMap(({ details = [] }) => details),
  })
}
