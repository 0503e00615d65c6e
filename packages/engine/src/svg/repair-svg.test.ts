import { expect, test } from '@jest/globals'
import { repairSvg } from './repair-svg.ts'

const CASES: [name: string, drawn: string, corrected: string][] = [
  [
    'a mask has no opacity of its own',
    '<mask id="mask_4">\n<g opacity=".0784">\n<g opacity=".5">',
    '<mask id="mask_4">\n<g>\n<g opacity=".5">',
  ],
  [
    'a clip has the rule of clips, a shape that of shapes',
    '<path d="M0 0H9Z" fill-rule="evenodd"/>\n</clipPath>\n<path d="M0 0H9Z" fill-rule="evenodd"/>\n</g>',
    '<path d="M0 0H9Z" clip-rule="evenodd"/>\n</clipPath>\n<path d="M0 0H9Z" fill-rule="evenodd"/>\n</g>',
  ],
  [
    'a tile begins where its picture is',
    '<pattern id="pattern_1" a="b" x="0" y="0" width="16" height="9">\n<clipPath id="clip_2">\n<path d="M 8 168 L 24 168"/>',
    '<pattern id="pattern_1" a="b" x="8" y="168" width="16" height="9" viewBox="8 168 16 9">\n<clipPath id="clip_2">\n<path d="M 8 168 L 24 168"/>',
  ],
  [
    'what another program drew stays',
    '<mask id="mask0">\n<g opacity=".5"><pattern id="pattern0" x="0" y="0" width="1" height="1">é',
    '<mask id="mask0">\n<g opacity=".5"><pattern id="pattern0" x="0" y="0" width="1" height="1">é',
  ],
]

test.each(CASES)('%s', async (_, drawn, corrected) => {
  // Some correction lies across the end of a part.
  const text = `${'x'.repeat(5000)}${drawn}`.repeat(40)
  const bytes = Buffer.from(text)
  async function* parts(): AsyncGenerator<Buffer> {
    for (let at = 0; at < bytes.length; at += 997) yield bytes.subarray(at, at + 997)
  }
  const repaired = (await Array.fromAsync(repairSvg(parts()))).reduce((all, each) =>
    Buffer.concat([all, each]),
  )
  expect(String(repaired)).toBe(text.replaceAll(drawn, corrected))
})
