import sharp from 'sharp'
import { escapeXml } from './svg.ts'

/** No letter is narrower, in em, so longer texts need not be measured. */
const NARROWEST_EM = 0.15
/** Text in a drawing is somewhat wider than measured. */
const SLACK = 0.97

/** Shortens a line of text to a width, with an ellipsis. Sizes in CSS pixels. */
export async function shorten(text: string, widthPx: number, fontPx: number): Promise<string> {
  const maxLength = Math.max(0, Math.ceil(widthPx / (fontPx * NARROWEST_EM)))
  const characters = [...Iterator.from(new Intl.Segmenter().segment(text)).take(maxLength)]
  const take = (count: number): string => {
    const taken = characters
      .slice(0, count)
      .map(({ segment }) => segment)
      .join('')
    return taken === text ? text : `${taken.trimEnd()}…`
  }
  const fits = async (line: string) => (await measure(line, fontPx)) <= widthPx * SLACK
  if (await fits(take(characters.length))) return take(characters.length)
  let [fitting, tooMany] = [0, characters.length]
  while (tooMany - fitting > 1) {
    const middle = Math.floor((fitting + tooMany) / 2)
    if (await fits(take(middle))) fitting = middle
    else tooMany = middle
  }
  return fitting > 0 ? take(fitting) : ''
}

async function measure(line: string, fontPx: number): Promise<number> {
  if (line === '') return 0
  const text = { text: escapeXml(line), font: `Noto Sans ${fontPx}`, dpi: 72 }
  return (await sharp({ text }).metadata()).width
}
