import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { sendRequest, until } from '@render/testkit'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const disk = mkdtempSync(`${tmpdir()}/render-disk-`)
const filler = `${disk}/filler`

/** Needs permission to mount. After the test the whole history is checked, see `use-fault-world.ts`. */
describe('a disk of 8 MB', () => {
  beforeAll(() => void execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=8m', 'render-disk', disk]))
  const world = useFaultWorld({ environment: { STORAGE_PATH: disk, MIN_FREE_DISK_PERCENT: '10' } })
  afterAll(() => {
    execFileSync('umount', ['--lazy', disk])
    rmSync(disk, { recursive: true })
  })

  const isReady = async () =>
    (await sendRequest(`http://127.0.0.1:${world.stack.info.ports.workerMetrics}/ready`)).status === 200
  const unfinished = () =>
    readdirSync(disk, { recursive: true }).filter((name) => String(name).endsWith('.part'))

  test('X26 full: the render fails without leftovers, no new job is taken, and work resumes once there is space', async () => {
    const { renderId } = await world.create({ html: 'x', delay: 3000 })
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(filler, Buffer.alloc(bavail * bsize))
    const status = async () => (await sendRequest(`${world.stack.info.baseUrl}/v1/render/${renderId}`)).body
    await until(async () => (await status()).status === 'failed')
    expect((await status()).error.code).toBe('EngineAsyncResponseNotOkError')
    expect(unfinished()).toEqual([])
    await until(async () => !(await isReady()))
    await until(async () => (await world.create({ html: 'x' })).status === 503)

    rmSync(filler)
    await until(isReady)
    await until(async () => (await world.create({ html: 'x' }, { isSync: true })).status === 200)
  }, 120_000)
})
