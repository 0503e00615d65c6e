/** A page with one difficulty, known geometry and pure colours, so that tests can check pixels. */
export interface Fixture {
  /** The difficulty in one line. */
  title: string
  /** Content type; HTML when undefined. */
  type?: string
  body: string | Buffer | ((site: Site) => string | Promise<Buffer>)
}

/** The origin, for pages that refer to it. */
export interface Site {
  /** The same site at another origin. */
  otherUrl: string
}

/** Fixtures by path. */
export type Fixtures = Record<string, Fixture>

/** Colours of elements on top of bands: not used by bands and unchanged by rounding. */
export const HEADER = '#ff8000'
export const FOOTER = '#0080ff'
export const SIDE_BAR = '#8000ff'
export const STICKY = '#00ff80'

/** Returns a page without margins, from a style sheet, the body's markup and attributes of the root element. */
export function page(style: string, body = '', root = ''): string {
  return `<!doctype html><html ${root}><meta charset="utf-8"><title>fixture</title>
<style>body { margin: 0 } ${style}</style><body>${body}</body></html>`
}

/** Returns the path of an image of one colour; the path identifies the image in the request log. */
export function imagePath(colour: string, width: number, height: number): string {
  return `/image/${width}x${height}/${colour.slice(1)}.png`
}
