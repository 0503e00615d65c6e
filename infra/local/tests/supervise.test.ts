import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { descendants, isAlive } from '../src/process/process-identity.ts'
import { NeverReadyError, type ProcessSpec } from '../src/process/process-spec.ts'
import { childProcess } from './fixtures/child-process.ts'
import { supervise, type SupervisedProcess } from '../src/process/supervise.ts'

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

function superviseChild(behaviour: string[], changes: Partial<ProcessSpec> = {}): SupervisedProcess {
  const spec = { ...childProcess(directory, 'child', behaviour), ...changes }
  supervised = supervise(spec, { changed() {}, report: (text) => reports.push(text) })
  return supervised
}

describe('a supervised process', () => {
  test('starts, and has ended after the stop', async () => {
    const child = superviseChild([])
    await child.start()
    const identity = child.identity!
    expect(isAlive(identity)).toBe(true)
    await child.stop()
    expect(isAlive(identity)).toBe(false)
    expect(child.identity).toBeUndefined()
    expect(reports).toEqual([])
  })

  test('is restarted after a kill, and the restart is reported', async () => {
    const child = superviseChild([])
    await child.start()
    const first = child.identity!
    child.kill('SIGKILL')
    await child.ready()
    expect(isAlive(first)).toBe(false)
    expect(isAlive(child.identity!)).toBe(true)
    expect(reports).toEqual([expect.stringContaining('child ended (SIGKILL)'), 'child is ready again'])
  })

  test('is not restarted after a stop until it is started', async () => {
    const child = superviseChild([])
    await child.start()
    await child.stop()
    await expect(child.ready()).rejects.toThrow('child was stopped')
    expect(child.starts).toBe(1)
    await child.start()
    expect(child.starts).toBe(2)
    expect(isAlive(child.identity!)).toBe(true)
  })

  test('reports a crash loop with the end of the log', async () => {
    const child = superviseChild(['dies'])
    const failure = (await child.start().catch((error: unknown) => error)) as Error
    expect(failure.message).toContain('child keeps crashing (exit code 1)')
    expect(failure.message).toContain(`${directory}/child.log`)
    expect(failure.message).toContain('the reason of its death')
    expect(child.starts).toBe(5)
  })

  test('reports a program that does not exist', async () => {
    const child = superviseChild([], { command: ['/no/such/program'] })
    await expect(child.start()).rejects.toThrow('child keeps crashing')
  })

  test('does not wait after an unrecoverable probe error', async () => {
    const child = superviseChild([], {
      async probe() {
        throw new NeverReadyError('wrong password')
      },
    })
    await expect(child.start()).rejects.toThrow('wrong password')
  })

  test('is killed after the grace period when it ignores its signal', async () => {
    const child = superviseChild(['deaf'], { graceMs: 300 })
    await child.start()
    const identity = child.identity!
    await child.stop()
    expect(isAlive(identity)).toBe(false)
    expect(readFileSync(`${directory}/child.log`, 'utf8')).toContain('not listening')
  })

  test('ends its descendants', async () => {
    const child = superviseChild(['has-child'])
    await child.start()
    const children = descendants(child.identity!.pid)
    expect(children).toHaveLength(1)
    await child.stop()
    expect(children.filter(isAlive)).toEqual([])
  })
})
