/** Converts `full_page` to `fullPage`. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a pattern that accepts a form, and any text with a capital, blank or underscore: it may be another spelling. */
export function orRespelled(form: string): string {
  return String.raw`^(?:${form})$|[A-Z\s_]`
}
