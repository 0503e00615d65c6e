import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { descendants, isAlive } from '../src/process-identity.ts'
import { Hopeless, type ProcessSpec } from '../src/process-spec.ts'
import { supervise, type SupervisedProcess } from '../src/supervise.ts'

let directory: string
let reports: string[]
let supervised: SupervisedProcess | undefined

beforeEach(() => {
  directory = mkdtempSync(`${tmpdir()}/supervise-`)
  reports = []
})

afterEach(async () => {
  await supervised?.stop({ signal: 'SIGKILL', graceMs: 0 })
  rmSync(directory, { recursive: true })
})

/** Supervises a child with these habits; it is ready when it has written its pid. */
function superviseChild(habits: string[], changes: Partial<ProcessSpec> = {}): SupervisedProcess {
  const up = `${directory}/up`
  const spec: ProcessSpec = {
    name: 'child',
    command: [process.execPath, `${import.meta.dirname}/fixtures/child.ts`, up, ...habits],
    environment: () => {
      rmSync(up, { force: true })
      return { PATH: process.env.PATH }
    },
    workingDirectory: directory,
    logFile: `${directory}/child.log`,
    probe: async () => {
      if (!existsSync(up)) throw new Error('it is not up')
    },
    stopSignal: 'SIGTERM',
    graceMs: 10_000,
    ...changes,
  }
  supervised = supervise(spec, { changed() {}, report: (text) => reports.push(text) })
  return supervised
}

describe('a supervised process', () => {
  test('is started, and gone after the stop', async () => {
    const child = superviseChild([])
    await child.start()
    const identity = child.identity!
    expect(isAlive(identity)).toBe(true)
    await child.stop()
    expect(isAlive(identity)).toBe(false)
    expect(child.identity).toBeUndefined()
    expect(reports).toEqual([])
  })

  test('is started again when it was killed, and that is reported', async () => {
    const child = superviseChild([])
    await child.start()
    const first = child.identity!
    child.kill('SIGKILL')
    await child.ready()
    expect(isAlive(first)).toBe(false)
    expect(isAlive(child.identity!)).toBe(true)
    expect(reports).toEqual([expect.stringContaining('child ended (SIGKILL)'), 'child is back'])
  })

  test('stays away after a stop until it is started again', async () => {
    const child = superviseChild([])
    await child.start()
    await child.stop()
    await expect(child.ready()).rejects.toThrow('child was stopped')
    expect(child.starts).toBe(1)
    await child.start()
    expect(child.starts).toBe(2)
    expect(isAlive(child.identity!)).toBe(true)
  })

  test('that dies in a loop is reported with its log', async () => {
    const child = superviseChild(['dies'])
    const failure = (await child.start().catch((error: unknown) => error)) as Error
    expect(failure.message).toContain('child dies again and again (exit code 1)')
    expect(failure.message).toContain(`${directory}/child.log`)
    expect(failure.message).toContain('the reason of its death')
    expect(child.starts).toBe(5)
  })

  test('that does not exist is reported as such', async () => {
    const child = superviseChild([], { command: ['/no/such/program'] })
    await expect(child.start()).rejects.toThrow('child dies again and again')
  })

  test('whose probe has no hope is not waited for', async () => {
    const child = superviseChild([], {
      async probe() {
        throw new Hopeless('wrong password')
      },
    })
    await expect(child.start()).rejects.toThrow('wrong password')
  })

  test('that does not listen to its signal is killed after its grace', async () => {
    const child = superviseChild(['deaf'], { graceMs: 300 })
    await child.start()
    const identity = child.identity!
    await child.stop()
    expect(isAlive(identity)).toBe(false)
    expect(readFileSync(`${directory}/child.log`, 'utf8')).toContain('not listening')
  })

  test('takes what it has started along', async () => {
    const child = superviseChild(['has-child'])
    await child.start()
    const family = descendants(child.identity!.pid)
    expect(family).toHaveLength(1)
    await child.stop()
    expect(family.filter(isAlive)).toEqual([])
  })
})
