import { expect, test } from '@jest/globals'
import { changeXmp } from './change-xmp.ts'

const packet = (content: string, attributes = '') =>
  `<?xpacket begin=""?><x:xmpmeta><rdf:RDF><rdf:Description rdf:about="a"${attributes}>${content}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`

test('properties are replaced, and all others stay', () => {
  const before = packet(
    '<dc:title><rdf:Alt><rdf:li xml:lang="de">alt</rdf:li></rdf:Alt></dc:title><pdfaid:part>2</pdfaid:part><dc:creator/>',
    ' pdf:Keywords="old" xmp:CreatorTool=\'old\'',
  )
  const changed = changeXmp(before, { Title: 'a < b & c', Author: 'who', Keywords: '' })!
  expect(changed).toBe(
    packet('<pdfaid:part>2</pdfaid:part>', " xmp:CreatorTool='old'").replace(
      '</rdf:RDF>',
      '<rdf:Description rdf:about="a" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">' +
        '<dc:title><rdf:Alt><rdf:li xml:lang="x-default">a &lt; b &amp; c</rdf:li></rdf:Alt></dc:title><dc:creator><rdf:Seq><rdf:li>who</rdf:li></rdf:Seq></dc:creator></rdf:Description></rdf:RDF>',
    ),
  )
})

test('an empty text removes a property in each of its forms', () => {
  const parts = '<pdf:Keywords>a</pdf:Keywords><dc:subject a="b"><rdf:Bag/></dc:subject><dc:subject a="b" />'
  expect(changeXmp(packet(parts, ' pdf:Keywords = "a"'), { Keywords: '' })).toBe(packet(''))
  expect(changeXmp(packet('<dc:titles>a</dc:titles>'), { Title: '' })).toBe(
    packet('<dc:titles>a</dc:titles>'),
  )
})

test('nothing else is changed', () => {
  expect(changeXmp('<a/>', { Title: 'new' })).toBeUndefined()
})

test('a packet of many openings takes no longer than others', () => {
  const openings = '<dc:title '.repeat(200_000)
  expect(changeXmp(packet(openings), { Title: '' })).toContain('<dc:title')
})
