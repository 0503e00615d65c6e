const FORM = /^[a-z][a-z\d_+/-]{0,63}$/

/** Making a format of a zone takes long, and there are only so many names. */
const known = new Map<string, string>()

/** A time zone by the name that browsers take, whatever letters it was written in; undefined for what is none. */
export function readTimeZone(text: string): string | undefined {
  const name = text.toLowerCase()
  if (!FORM.test(name)) return undefined
  const zone = known.get(name) ?? findZone(name)
  if (zone !== undefined) known.set(name, zone)
  return zone
}

function findZone(name: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}
