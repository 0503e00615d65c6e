/** Options that decide which page is rendered. */
export interface PageSource {
  url?: string
  html?: string
  base_url?: string
}

/** Returns the address that the page has: the one to load, or the base address of supplied markup. */
export function pageAddress({ url, html, base_url }: PageSource): string | undefined {
  return (html === undefined ? url : base_url) || undefined
}
