import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { afterEach, describe, expect, test } from '@jest/globals'
import { identify, isAlive } from '../src/process/process-identity.ts'
import { endLeftovers, type StackFile } from '../src/state/stack-file.ts'

const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

async function startChild() {
  const child = spawn('sleep', ['600'], { stdio: 'ignore' })
  children.push(child)
  await once(child, 'spawn')
  return identify(child.pid!)!
}

const recording = (processes: StackFile['processes']) => ({ processes }) as StackFile

describe('processes left running by a killed supervisor', () => {
  test('are ended and named', async () => {
    const gateway = await startChild()
    const redis = await startChild()
    const file = recording({
      redis: { ...redis, stopSignal: 'SIGTERM' },
      gateway: { ...gateway, stopSignal: 'SIGTERM' },
    })
    expect(await endLeftovers(file)).toEqual(['redis', 'gateway'])
    expect([gateway, redis].filter(isAlive)).toEqual([])
  })

  test('do not include another process that reuses a recorded pid', async () => {
    const stranger = await startChild()
    const file = recording({ gateway: { pid: stranger.pid, started: 'earlier', stopSignal: 'SIGTERM' } })
    expect(await endLeftovers(file)).toEqual([])
    expect(isAlive(stranger)).toBe(true)
  })
})
