import { RenderError } from '@render/errors'
import { isUtf8 } from 'node:buffer'
import { parse } from 'qs'
import { numberItems } from './number-items.ts'

const MAX_FIELDS = 1000
/** Names can have this many brackets, such as `a[b][c]`. */
const MAX_DEPTH = 32
/** Lists with larger indexes become objects. */
const ARRAY_LIMIT = 100

/**
 * Parses a form. Each field is split at its first `=`, as in a query; repeated names and `name[]` are a list, `name[key]`
 * is a member of an object, and `name[][key]` one of an object in a list.
 * @throws {RenderError} `BodyTooLarge` for too many fields, `InvalidOptions` for one that cannot be decoded or is nested too
 *   deeply, and for JSON.
 */
export function readForm(bytes: Buffer, encoding: 'utf8' | 'latin1'): Record<string, unknown> {
  if (/^\s*\{\s*"/.test(bytes.toString('latin1', 0, 100)))
    throw refused('The body looks like JSON: send the header "Content-Type: application/json".')
  const text = encoding === 'utf8' ? new TextDecoder().decode(bytes) : bytes.toString(encoding)
  const fields = text.split('&', MAX_FIELDS + 1)
  if (fields.length > MAX_FIELDS)
    throw new RenderError('BodyTooLarge', { message: `A form can have at most ${MAX_FIELDS} fields.` })
  if (encoding === 'utf8' && !(isUtf8(bytes) && fields.every(isDecodable))) throw wrongEncoding()
  const names = numberItems(fields.map(nameOf))
  try {
    return parse(fields.map((field, at) => escapeEqualsSigns(names[at]!, field)).join('&'), {
      allowPrototypes: true,
      arrayLimit: Math.max(ARRAY_LIMIT, fields.length),
      charset: encoding === 'utf8' ? 'utf-8' : 'iso-8859-1',
      depth: MAX_DEPTH,
      parameterLimit: MAX_FIELDS,
      strictDepth: true,
    })
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    throw refused(`A form must not be nested deeper than ${MAX_DEPTH}.`)
  }
}

/**
 * Escapes what the parser would take for the end of a name: it looks for `]=` first, which a value may contain. A lone "%" is
 * escaped too, because the parser leaves all escapes beside one.
 */
function escapeEqualsSigns(name: string, field: string): string {
  const [, value] = partsOf(field)
  if (value === undefined) return name
  return `${name}=${value.replace(/%(?![\da-f]{2})/gi, '%25').replaceAll('=', '%3D')}`
}

/** Returns whether the parser would leave no escapes in the text. A lone "%", as in "width: 50%", is text. */
function isDecodable(field: string): boolean {
  return partsOf(field).every((part = '') => !/%[\da-f]{2}/i.test(part) || canDecode(part))
}

/** Returns the name of a field, with its brackets decoded. */
function nameOf(field: string): string {
  return partsOf(field)[0].replace(/%5B/gi, '[').replace(/%5D/gi, ']')
}

function partsOf(field: string): [name: string, value?: string] {
  const at = field.indexOf('=')
  return at < 0 ? [field] : [field.slice(0, at), field.slice(at + 1)]
}

function canDecode(text: string): boolean {
  try {
    decodeURIComponent(text)
    return true
  } catch {
    return false
  }
}

function wrongEncoding(): RenderError {
  return refused(
    'The form is not in UTF-8, or has "%" beside escapes: send "é" as %C3%A9 and "%" as %25, or name the charset iso-8859-1 in the header "Content-Type".',
  )
}

function refused(message: string): RenderError {
  return new RenderError('InvalidOptions', { message })
}
