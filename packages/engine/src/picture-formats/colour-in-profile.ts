import type { Rgba } from '@render/options'

/** The colour of each primary as XYZ, and the curve from its samples to amounts of light. */
interface Profile {
  primaries: number[][]
  curves: number[][]
}

/** Parameters of a curve: g, a, b, c, d, e, f of the parametric curves of profiles (ICC.1:2022, 10.18). */
const SRGB_CURVE = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.040_45]
const SRGB: Profile = {
  // Adapted to D50, as those of every profile are.
  primaries: [
    [0.436_07, 0.222_49, 0.013_92],
    [0.385_15, 0.716_87, 0.097_08],
    [0.143_07, 0.060_61, 0.714_1],
  ],
  curves: [SRGB_CURVE, SRGB_CURVE, SRGB_CURVE],
}
/** The kinds of curves whose parameters have these meanings; those left out are neutral. */
const CURVE_KINDS = new Set([0, 3, 4])

const TAG_COUNT_AT = 128
const TAG_BYTES = 12
const SAMPLES = Array.from({ length: 256 }, (_, sample) => sample)

/**
 * Converts a colour of sRGB to the samples that it has in pixels with an ICC profile. Returns it unchanged without a profile,
 * or with one that is not defined by primaries and parametric curves, as those of the browser are.
 */
export function colourInProfile(colour: Rgba | undefined, icc: Buffer | undefined): Rgba | undefined {
  const profile = icc && readProfile(icc)
  if (!colour || !profile) return colour
  const light = [colour.r, colour.g, colour.b].map((sample, at) => lightOf(SRGB.curves[at]!, sample))
  const xyz = [0, 1, 2].map((axis) => sum(SRGB.primaries.map((primary, at) => primary[axis]! * light[at]!)))
  const { primaries, curves } = profile
  const [r, g, b] = curves.map((curve, at) =>
    // Cramer's rule: the amount of each primary that the colour is mixed of.
    nearestSample(curve, determinant(primaries.with(at, xyz)) / determinant(primaries)),
  )
  return { r: r!, g: g!, b: b!, alpha: colour.alpha }
}

function readProfile(icc: Buffer): Profile | undefined {
  const primaries = ['rXYZ', 'gXYZ', 'bXYZ'].flatMap((name) => {
    const tag = tagOf(icc, name, 'XYZ ')
    return tag ? [numbersIn(tag.subarray(8))] : []
  })
  const curves = ['rTRC', 'gTRC', 'bTRC'].flatMap((name) => {
    const tag = tagOf(icc, name, 'para')
    return tag && CURVE_KINDS.has(tag.readUInt16BE(8)) ? [numbersIn(tag.subarray(12))] : []
  })
  return primaries.length === 3 && curves.length === 3 ? { primaries, curves } : undefined
}

function tagOf(icc: Buffer, name: string, type: string): Buffer | undefined {
  for (let index = 0; index < icc.readUInt32BE(TAG_COUNT_AT); index += 1) {
    const entry = TAG_COUNT_AT + 4 + index * TAG_BYTES
    if (icc.toString('latin1', entry, entry + 4) !== name) continue
    const start = icc.readUInt32BE(entry + 4)
    const tag = icc.subarray(start, start + icc.readUInt32BE(entry + 8))
    return tag.toString('latin1', 0, 4) === type ? tag : undefined
  }
  return undefined
}

/** Reads numbers with 16 bits behind the point. */
function numbersIn(bytes: Buffer): number[] {
  return Array.from({ length: Math.floor(bytes.length / 4) }, (_, at) => bytes.readInt32BE(at * 4) / 65_536)
}

function lightOf([g, a = 1, b = 0, c = 0, d = 0, e = 0, f = 0]: number[], sample: number): number {
  const x = sample / 255
  return x >= d ? (a * x + b) ** g! + e : c * x + f
}

function nearestSample(curve: number[], light: number): number {
  const distances = SAMPLES.map((sample) => Math.abs(lightOf(curve, sample) - light))
  return distances.indexOf(Math.min(...distances))
}

function determinant(rows: number[][]): number {
  const [a, b, c, d, e, f, g, h, i] = rows.flat()
  return a! * (e! * i! - f! * h!) - b! * (d! * i! - f! * g!) + c! * (d! * h! - e! * g!)
}

function sum(numbers: number[]): number {
  return numbers.reduce((total, each) => total + each, 0)
}
