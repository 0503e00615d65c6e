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

describe('process identity', () => {
  test('is stable while it runs', () => {
    expect(identify(process.pid)).toEqual(identify(process.pid))
    expect(isAlive(identify(process.pid)!)).toBe(true)
  })

  test('differs from that of another process with the same pid', () => {
    expect(isAlive({ pid: process.pid, started: 'at another time' })).toBe(false)
  })

  test('is undefined after the process has ended', async () => {
    const child = start('setInterval(() => {}, 1000)')
    const identity = identify(child.pid!)!
    expect(isAlive(identity)).toBe(true)
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(isAlive(identity)).toBe(false)
    expect(identify(child.pid!)).toBeUndefined()
  })
})

describe('descendants', () => {
  test('returns children and grandchildren and no other process', async () => {
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
