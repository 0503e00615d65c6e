/** One difficulty, on a page of known geometry and pure colours, so that its picture can be probed by pixel. */
export interface Fixture {
  /** What is difficult about it, in one line. */
  title: string
  /** Default: HTML. */
  type?: string
  body: string | Buffer | ((site: Site) => string | Promise<Buffer>)
}

/** What a page may need to know of the origin that serves it. */
export interface Site {
  /** The same site under another address: another origin. */
  otherUrl: string
}

/** Fixtures by path. */
export type Fixtures = Record<string, Fixture>

/** Colours of what stands on top of bands: none of them is a band's, and rounding leaves them as they are. */
export const HEADER = '#ff8000'
export const FOOTER = '#0080ff'
export const SIDE_BAR = '#8000ff'
export const STICKY = '#00ff80'

/** A page without margins: a style sheet, the body's markup, and attributes of its root. */
export function page(style: string, body = '', root = ''): string {
  return `<!doctype html><html ${root}><meta charset="utf-8"><title>fixture</title>
<style>body { margin: 0 } ${style}</style><body>${body}</body></html>`
}

/** The path of an image of one colour; what was asked for can be told by it. */
export function imagePath(colour: string, width: number, height: number): string {
  return `/image/${width}x${height}/${colour.slice(1)}.png`
}
