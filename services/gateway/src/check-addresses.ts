import { RenderError } from '@render/errors'
import { parseAddress, type Egress } from '@render/net'
import type { GivenOptions } from '@render/options'

/** Whoever dials the address checks it again: a name that is undecided so long passes. */
const UNDECIDED = { timeoutMs: 500 }

/** Where an address lies in options, and as what messages name it. */
interface Place {
  holder: Record<string, unknown>
  member: string
  path: string
}

/**
 * Checks every address and puts it in the form in which it was checked; empty ones count as not given. A name that is
 * undecided after 500 ms passes.
 * @throws {RenderError} the code of the one address that is wrong, `InvalidOptions` when several are.
 */
export async function checkAddresses(
  given: GivenOptions,
  egress: Pick<Egress, 'check'>,
): Promise<GivenOptions> {
  const { thumbnails } = given
  const checked = { ...given, ...(thumbnails && { thumbnails: thumbnails.map((each) => ({ ...each })) }) }
  const refusals: RenderError[] = []
  const checks = placesIn(checked).map(async ({ holder, member, path }) => {
    const address = holder[member]
    if (!address) return void delete holder[member]
    try {
      holder[member] = await checkAddress(address as string, egress)
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
  const { thumbnails = [] } = options
  return [
    ...['url', 'base_url', 'webhook_url'].map((member) => ({ holder: options, member, path: member })),
    ...thumbnails.map((holder, at) => {
      const member = 'presigned_url'
      return { holder, member, path: `thumbnails[${at}].${member}` }
    }),
  ]
}

async function checkAddress(text: string, egress: Pick<Egress, 'check'>): Promise<string> {
  const address = parseAddress(text)
  await egress.check(address, UNDECIDED)
  return address.href
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
