import { RenderError } from '@render/errors'
import { parseAddress, type Egress } from '@render/net'
import type { GivenOptions } from '@render/options'

/**
 * Options that name an address somebody of ours will talk to, and how long its name may be undecided before it passes.
 * The dispatcher checks the receiver again when it dials; nobody checks the others after us, so what is undecided is refused.
 */
const ADDRESS_OPTIONS = [
  { option: 'url' },
  { option: 'base_url' },
  { option: 'webhook_url', timeoutMs: 500 },
] as const

/**
 * Checks every address and puts it in the form in which it was checked; empty ones count as not given. Takes up to 5 s
 * while a name is undecided.
 * @throws {RenderError} the code of the one address that is wrong, `InvalidOptions` when several are.
 */
export async function checkAddresses(
  given: GivenOptions,
  egress: Pick<Egress, 'check'>,
): Promise<GivenOptions> {
  const checked = { ...given }
  const refusals: RenderError[] = []
  const checks = ADDRESS_OPTIONS.map(async ({ option, ...limit }) => {
    const address = checked[option]
    if (!address) return void delete checked[option]
    try {
      checked[option] = await checkAddress(address, egress, limit)
    } catch (error) {
      if (!(error instanceof RenderError)) throw error
      refusals.push(nameOption(option, error))
    }
  })
  await Promise.all(checks)
  if (refusals.length > 0) throw together(refusals)
  return checked
}

async function checkAddress(
  text: string,
  egress: Pick<Egress, 'check'>,
  limit: { timeoutMs?: number },
): Promise<string> {
  const address = parseAddress(text)
  await egress.check(address, limit)
  return address.href
}

function nameOption(option: string, error: RenderError): RenderError {
  const message = `"${option}": ${error.message}`
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
