const FORM = /^[a-z][a-z\d_+/-]{0,63}$/

/** Caches zones by name: creating a DateTimeFormat is slow. */
const known = new Map<string, string>()

/** Returns the time zone name that browsers accept, for any letter case; undefined for an unknown zone. */
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
