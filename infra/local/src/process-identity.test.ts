import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from '@jest/globals'
import { descendants, identify, isAlive } from './process-identity.ts'

const started = new Set<ReturnType<typeof spawn>>()

function start(script: string) {
  const child = spawn(process.execPath, ['-e', script], { stdio: ['ignore', 'pipe', 'inherit'] })
  started.add(child)
  return child
}

afterEach(() => {
  for (const child of started) child.kill('SIGKILL')
  started.clear()
})

describe('identity of a process', () => {
  test('is stable while it runs', () => {
    expect(identify(process.pid)).toEqual(identify(process.pid))
    expect(isAlive(identify(process.pid)!)).toBe(true)
  })

  test('is not that of another process that got the same pid', () => {
    expect(isAlive({ pid: process.pid, started: 'at another time' })).toBe(false)
  })

  test('is gone with the process', async () => {
    const child = start('setInterval(() => {}, 1000)')
    const identity = identify(child.pid!)!
    expect(isAlive(identity)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(identity)).toBe(false)
    expect(identify(child.pid!)).toBeUndefined()
  })
})

describe('descendants of a process', () => {
  test('are its children and theirs, not others', async () => {
    const script = `
      const { spawn } = require('node:child_process')
      const grandchild = 'console.log(process.pid); setInterval(() => {}, 1000)'
      spawn(process.execPath, ['-e', grandchild], { stdio: 'inherit' })`
    const child = start(script)
    const stranger = start('setInterval(() => {}, 1000)')
    const [line] = (await once(child.stdout, 'data')) as [Buffer]
    const grandchild = Number(line.toString())
    const pids = descendants(process.pid).map(({ pid }) => pid)
    expect(pids).toEqual(expect.arrayContaining([child.pid, grandchild, stranger.pid]))
    expect(descendants(child.pid!).map(({ pid }) => pid)).toEqual([grandchild])
    process.kill(grandchild, 'SIGKILL')
  })
})
