import type { Certificate } from '@render/outputs'

/** The forms of the members. The hash separates nothing, so that only the forms of options and time show where they end. */
const FORMS: Record<keyof Certificate, (text: string) => boolean> = {
  timestamp: (text) => /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(text),
  hashedOptions: isJsonObject,
  certifiedHash: (text) => /^[\da-f]{64}$/.test(text),
}

/** The end of the header of each member, whatever its prefix is. */
const HEADERS: Record<keyof Certificate, string> = {
  timestamp: 'certified-timestamp',
  hashedOptions: 'certified-options',
  certifiedHash: 'certified-hash',
}

/**
 * Reads a certificate from a result, a status or an event in JSON, or from headers that `curl -D` saved.
 * @throws {Error} that names the member that is missing or not in its form.
 */
export function readCertificate(text: string): Certificate {
  const isJson = text.trimStart().startsWith('{')
  const found = isJson ? membersOf(text) : headersOf(text)
  for (const member of ['timestamp', 'hashedOptions', 'certifiedHash'] as const) {
    const name = isJson ? member : `x-service-${HEADERS[member]}`
    const value = found[member]
    if (typeof value !== 'string') throw new Error(`"${name}" is missing.${isJson ? '' : ADVICE}`)
    if (!FORMS[member](value)) throw new Error(`"${name}" does not have the form that the service gives it.`)
  }
  return found as Certificate
}

const ADVICE = ' Options that are too long for a header are in the status of the render: use that instead.'

function membersOf(text: string): Record<keyof Certificate, unknown> {
  const parsed = JSON.parse(text) as Certificate & { result?: Certificate }
  // An event has the result inside.
  const { timestamp, hashedOptions, certifiedHash } = parsed.result ?? parsed
  return { timestamp, hashedOptions, certifiedHash }
}

/** Returns the members of the last answer; earlier ones are redirects. */
function headersOf(text: string): Record<keyof Certificate, unknown> {
  const last = new Map(
    Array.from(text.matchAll(/^[\w-]+-(certified-\w+):[ \t]*(\S+)[ \t]*\r?$/gim), ([, name, value]) => [
      name!.toLowerCase(),
      value!,
    ]),
  )
  const { timestamp, hashedOptions, certifiedHash } = HEADERS
  const options = last.get(hashedOptions)
  return {
    timestamp: last.get(timestamp),
    hashedOptions: options && Buffer.from(options, 'base64url').toString(),
    certifiedHash: last.get(certifiedHash),
  }
}

function isJsonObject(text: string): boolean {
  try {
    return text.startsWith('{') && typeof JSON.parse(text) === 'object'
  } catch {
    return false
  }
}
