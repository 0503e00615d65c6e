/** Converts `full_page` to `fullPage`. */
export function toCamelCase(name: string): string {
  return name.replaceAll(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase())
}

/** Returns a pattern of texts in a form, or with a capital, blank or underscore: these may be another spelling of such a text. */
export function orRespelled(form: string): string {
  return String.raw`^(?:${form})$|[A-Z\s_]`
}
