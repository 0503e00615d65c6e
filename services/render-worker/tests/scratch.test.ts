// The scratch folder of a render is removed however the render ends. A stand-in for the engine writes to it.
import { existsSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { dirname } from 'node:path'
import { beforeEach, describe, expect, test } from '@jest/globals'
import { BrowserCrashed, type RenderRequest } from '@render/engine'
import { RenderError } from '@render/errors'
import { createCanceller } from '@render/jobs'
import { until } from '@render/testkit'
import { rendered, startStandIn } from './stand-in.ts'
import { useTestQueue } from './test-queue.ts'

const queue = useTestQueue()
/** Folders that attempts wrote to. */
let folders: string[]

beforeEach(() => {
  folders = []
})

function work(render: Parameters<typeof startStandIn>[1]) {
  const standIn = startStandIn(queue, async (request, signal) => {
    await writeFile(request)
    return render(request, signal)
  })
  queue.use(standIn.worker)
}

async function writeFile({ scratch }: RenderRequest): Promise<void> {
  const path = await scratch.file('page.pdf')
  writeFileSync(path, 'content')
  folders.push(dirname(path))
}

describe('the scratch folder of a render is removed', () => {
  test('after a success', async () => {
    work(async () => {
      expect(existsSync(folders[0]!)).toBe(true)
      return rendered
    })
    await queue.succeeded(await queue.submit({ html: 'x' }))
    expect(folders.map((folder) => existsSync(folder))).toEqual([false])
  })

  test('after a failure', async () => {
    work(() => Promise.reject(new RenderError('NavigationError')))
    await queue.ended(await queue.submit({ html: 'x' }))
    expect(folders.map((folder) => existsSync(folder))).toEqual([false])
  })

  test('after each attempt whose browser crashed', async () => {
    work(async ({ solo }) => {
      if (!solo) throw new BrowserCrashed('crash')
      return rendered
    })
    await queue.succeeded(await queue.submit({ html: 'x' }))
    expect(folders.map((folder) => existsSync(folder))).toEqual([false, false])
    expect(new Set(folders).size).toBe(2)
  })

  test('after a cancellation', async () => {
    work(async (_request, signal) => {
      await once(signal, 'abort')
      throw new Error('cancelled')
    })
    await using canceller = createCanceller(queue.redis)
    const id = await queue.submit({ html: 'x' })
    await until(() => folders.length === 1)
    await canceller.cancel(id)
    await queue.ended(id)
    await until(() => !existsSync(folders[0]!))
  })
})
