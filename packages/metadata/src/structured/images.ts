import { attribute, nameOf, type PageElement } from '../dom.ts'
import type { Page } from '../page.ts'
import { anyAddress } from '../values/address.ts'
import { otherAttributes } from './links.ts'
import { readFirst, type Limited } from './limited.ts'

export interface Image {
  /** Absolute; empty for a drawing in the markup, and cut for one in the address. */
  src: string
  alt?: string
  title?: string
  dimensions?: { width: number; height: number }
  imageType: 'data_uri' | 'inline_svg' | 'external' | 'relative'
  attributes: Record<string, string>
}

const MAX_IMAGES = 5000
const MAX_DATA = 100

export function imagesOf({ document, base }: Page): Limited<Image> {
  return readFirst(document, 'img[src], svg:not(svg svg)', MAX_IMAGES, (element) => readImage(element, base))
}

function readImage(element: PageElement, base: string): Image {
  const written = attribute(element, 'src') ?? ''
  const isDrawing = nameOf(element) === 'svg'
  const isData = /^data:/i.test(written)
  const alt = attribute(element, 'alt')
  const title = attribute(element, 'title')
  const [width, height] = ['width', 'height'].map((name) =>
    Number.parseInt(attribute(element, name) ?? '', 10),
  )
  const src = isData ? written.slice(0, MAX_DATA) : anyAddress(written, base)
  return {
    src: isDrawing ? '' : src,
    ...(alt && { alt }),
    ...(title && { title }),
    ...(width! >= 0 && height! >= 0 && { dimensions: { width: width!, height: height! } }),
    imageType: isDrawing ? 'inline_svg' : isData ? 'data_uri' : isAbsolute(written) ? 'external' : 'relative',
    attributes: otherAttributes(element, 'src'),
  }
}

function isAbsolute(address: string): boolean {
  return address.startsWith('//') || URL.canParse(address)
}
