import { escapeXml } from '../pictures/svg.ts'
import type { InformationName } from './pdf-changes.ts'

/** Where an XMP packet has an entry of the document information, and how it is written. */
interface Property {
  name: string
  /** A second property with the same content. */
  alias?: string
  write?: (text: string) => string
}

const alternative = (text: string): string =>
  `<rdf:Alt><rdf:li xml:lang="x-default">${text}</rdf:li></rdf:Alt>`
const sequence = (text: string): string => `<rdf:Seq><rdf:li>${text}</rdf:li></rdf:Seq>`

const PROPERTIES: Record<InformationName, Property> = {
  Title: { name: 'dc:title', write: alternative },
  Subject: { name: 'dc:description', write: alternative },
  Author: { name: 'dc:creator', write: sequence },
  Keywords: { name: 'pdf:Keywords', alias: 'dc:subject' },
  Creator: { name: 'xmp:CreatorTool' },
}

const NAMESPACES = [
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:pdf="http://ns.adobe.com/pdf/1.3/"',
  'xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
].join(' ')

const END = '</rdf:RDF>'
const SUBJECT = /\srdf:about\s*=\s*(?:"[^"]*"|'[^']*')/

/**
 * Changes properties of an XMP packet as the document information is changed: an empty text removes one. Returns undefined for
 * what is no packet with the usual prefixes.
 */
export function changeXmp(
  packet: string,
  information: Partial<Record<InformationName, string>>,
): string | undefined {
  let changed = packet
  let added = ''
  for (const [key, text] of Object.entries(information)) {
    const { name, alias, write = (plain) => plain } = PROPERTIES[key as InformationName]
    for (const each of alias ? [name, alias] : [name]) changed = without(changed, each)
    if (text) added += `<${name}>${write(escapeXml(text))}</${name}>`
  }
  const end = changed.lastIndexOf(END)
  if (end < 0) return undefined
  const subject = SUBJECT.exec(changed)?.[0] ?? ' rdf:about=""'
  const description = added && `<rdf:Description${subject} ${NAMESPACES}>${added}</rdf:Description>`
  return changed.slice(0, end) + description + changed.slice(end)
}

/** Removes a property, which is an element or an attribute. */
function without(packet: string, name: string): string {
  const start = new RegExp(String.raw`<${name}(?=[\s>])`)
  const empty = new RegExp(String.raw`<${name}(?:\s[^<>]*)?/>`, 'g')
  const attribute = new RegExp(String.raw`\s${name}\s*=\s*(?:"[^"]*"|'[^']*')`, 'g')
  const parts = packet.replace(empty, '').split(`</${name}>`)
  const last = parts.pop()!
  return [...parts.map((part) => part.split(start)[0]!), last].join('').replace(attribute, '')
}
