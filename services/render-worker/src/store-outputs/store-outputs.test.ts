import { describe, expect, jest, test } from '@jest/globals'
import { toNowhere } from '@render/storage'
import { storeOutputs } from './store-outputs.ts'

test('a side file without a place is left out, with a warning that names its option', async () => {
  const warn = jest.fn()
  const body = { bytes: Buffer.from('{}') }
  const stored = await storeOutputs(
    {
      store: {
        write() {
          throw new Error('nothing is kept')
        },
      },
      sweeps: { deleteLater: async () => {} },
    },
    {
      main: { format: 'png', body, facts: {} },
      sideOutputs: [{ type: 'json', suffix: '-cookies', body, facts: { kind: 'cookies' } }],
    },
    {
      destinationsFor: () => ({ main: toNowhere, beside: () => 'secure_mode' }),
      signal: new AbortController().signal,
      warn,
    },
  )
  expect(stored.files).toBeUndefined()
  expect(warn.mock.calls).toEqual([
    ['A file of "save_cookies" was not stored: with "secure_mode" the service keeps no files.'],
  ])
})

describe('the copy of a file for one answer', () => {
  const main = { format: 'png', body: { bytes: Buffer.from('picture') }, facts: {} } as const

  /** Returns what happened, when the store takes so long to write a file. */
  async function eventsOf(writeMs: number): Promise<string[]> {
    const events: string[] = []
    let now = 0
    using _ = jest.spyOn(performance, 'now').mockImplementation(() => now)
    const store = {
      async write() {
        now += writeMs
        events.push('written')
        return { sizeBytes: 7, sha256: '' }
      },
    }
    const sweeps = { deleteLater: async (_key: string, ms: number) => void events.push(`deletion in ${ms}`) }
    const destinations = { main: toNowhere, beside: () => 'no_upload' as const }
    const attempt = { signal: new AbortController().signal, warn() {} }
    await storeOutputs(
      { store, sweeps },
      { main, sideOutputs: [] },
      { destinationsFor: () => destinations, copy: 'once', ...attempt },
    )
    return events
  }

  test('is deleted by what was queued before it was written', async () => {
    expect(await eventsOf(1000)).toEqual(['deletion in 45000', 'written'])
  })

  test('is deleted also when writing it took longer', async () => {
    expect(await eventsOf(60_000)).toEqual(['deletion in 45000', 'written', 'deletion in 45000'])
  })
})
