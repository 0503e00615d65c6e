import { LONG, LONG_WITH_BAR } from './origin.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'
import type { Subject } from './subject.ts'
import { timeInTurn } from './timing.ts'

const TIMES = 20
const NATIVE_TARGET = 1.05
const STITCH_TARGET = 1.4

/** Measures pages of 15 000 pixels: in one capture, as with CDP alone, and in sections. */
export async function measureFullPages({
  raw,
  service,
  site,
}: {
  raw: Subject
  service: Service
  site: string
}): Promise<Section> {
  const plain = site + LONG
  const withBar = { url: site + LONG_WITH_BAR, full_page: true }
  const ms = await timeInTurn(TIMES, {
    raw: () => raw.render(plain, { isWhole: true }),
    native: () => service.render(plain, { isWhole: true }),
    nativeBar: () => service.make({ ...withBar, full_page_mode: 'native' }),
    stitchBar: () => service.make({ ...withBar, full_page_mode: 'stitch' }),
  })
  const native = ms.native / ms.raw
  const stitch = ms.stitchBar / ms.nativeBar
  return {
    title: 'Full pages of 15 000 pixels',
    head: ['page', 'captured by', 'p50 ms', 'ratio'],
    rows: [
      ['plain', 'raw loop', ms.raw.toFixed(0), ''],
      ['plain', 'native', ms.native.toFixed(0), native.toFixed(2)],
      ['with a fixed bar', 'native', ms.nativeBar.toFixed(0), ''],
      ['with a fixed bar', 'stitch', ms.stitchBar.toFixed(0), stitch.toFixed(2)],
    ],
    targets: [
      { what: `native <= ${NATIVE_TARGET} of the raw loop`, ratio: native, atMost: NATIVE_TARGET },
      { what: `stitch <= ${STITCH_TARGET} of native`, ratio: stitch, atMost: STITCH_TARGET },
    ],
  }
}
