/** The longest text that a correction applies to. */
const SPAN = 2048

/** Texts that mutool writes wrongly, each with its correction; SVGs of programs with other names for masks and patterns stay as they are. */
const CORRECTIONS: readonly (readonly [RegExp, string])[] = [
  // A mask repeats the opacity of the shape that it is applied to: soft shadows would be all but invisible.
  [/(<mask id="mask_\d+">\s*<g) opacity="[^"]*"/g, '$1'],
  // The rule of a clip has a name of its own: shadows would cover the inside of boxes without a background.
  [/ fill-rule="evenodd"(\/>\s*<\/clipPath>)/g, ' clip-rule="evenodd"$1'],
  // The tile of a pattern begins where its picture is, not at the corner of the page.
  [
    /(<pattern id="pattern_\d+"[^>]*) x="0" y="0" width="(\S+)" height="(\S+)"(>\s*<clipPath [^>]*>\s*<path d="M (\S+) (\S+) )/g,
    '$1 x="$5" y="$6" width="$2" height="$3" viewBox="$5 $6 $2 $3"$4',
  ],
]

/** Corrects an SVG part by part; parts are bytes. A corrected text does not match again. */
export async function* repairSvg(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  let text = ''
  for await (const part of parts) {
    text += part.toString('latin1')
    for (const [wrong, right] of CORRECTIONS) text = text.replace(wrong, right)
    const end = Math.max(0, text.length - SPAN)
    yield Buffer.from(text.slice(0, end), 'latin1')
    text = text.slice(end)
  }
  yield Buffer.from(text, 'latin1')
}
