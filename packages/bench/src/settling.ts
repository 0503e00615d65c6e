import { sendRequest, startOrigin } from '@render/testkit'
import { pixels } from './same-pictures.ts'
import type { Section } from './section.ts'
import type { Service } from './service-subject.ts'
import { timeInTurn } from './timing.ts'

/** Fixture pages that are ready late or never idle, and whose final picture is deterministic. */
const PAGES = ['/late-app', '/late-image', '/late-request', '/hanging-tracker', '/polls-slowly']
const TIMES = 3
const TARGET = 3

const ADAPTIVE = {}
/** A third of the default timeout. */
const SILENCE = { wait_until: 'requestsfinished', timeout: 10_000, skip_final_delay: true }

/** Measures waiting until a page has settled against waiting until its network is idle. */
export async function measureSettling({ service }: { service: Service }): Promise<Section> {
  await using site = await startOrigin()
  const rows: { path: string; adaptive: number; silence: number; isSame: boolean }[] = []
  for (const path of PAGES) {
    const url = site.url + path
    const picture = async (options: object) => {
      const { body } = await sendRequest((await service.make({ url, ...options })).renderUrl)
      return pixels(body)
    }
    const [one, other] = [await picture(ADAPTIVE), await picture(SILENCE)]
    const ms = await timeInTurn(TIMES, {
      adaptive: () => service.make({ url, ...ADAPTIVE }),
      silence: () => service.make({ url, ...SILENCE }),
    })
    rows.push({ path, ...ms, isSame: one.equals(other) })
  }
  const total = (of: 'adaptive' | 'silence') => rows.reduce((sum, row) => sum + row[of], 0)
  const ratio = total('silence') / total('adaptive')
  return {
    title: 'Waiting for pages that are ready late or never idle',
    head: ['page', 'adaptive ms', 'silence ms', 'ratio', 'picture'],
    rows: [
      ...rows.map(({ path, adaptive, silence, isSame }) => [
        path,
        adaptive.toFixed(0),
        silence.toFixed(0),
        (silence / adaptive).toFixed(1),
        isSame ? 'same' : 'different',
      ]),
      ['all', total('adaptive').toFixed(0), total('silence').toFixed(0), ratio.toFixed(1), ''],
    ],
    targets: [
      { what: `adaptive >= ${TARGET} times faster`, ratio, atLeast: TARGET },
      { what: 'the same pictures', holds: rows.every(({ isSame }) => isSame) },
    ],
  }
}
