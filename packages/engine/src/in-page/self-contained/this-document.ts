import { createDomReader, type DomNode } from '../reading/create-dom-reader.ts'

export const HTML = 'http://www.w3.org/1999/xhtml'
export const SVG = 'http://www.w3.org/2000/svg'
export const MATHML = 'http://www.w3.org/1998/Math/MathML'

export const dom = createDomReader()
export const root = dom.ofDocument('documentElement') as DomNode | null
/** The address of the document, or of its `<base>`, for relative addresses. */
export const base = String(dom.ofDocument('baseURI'))
export const isXml = root !== null && dom.namespaceURI(root) !== HTML
/** True for a document that is laid out as old browsers did. */
export const isQuirky = dom.ofDocument('compatMode') === 'BackCompat'
