import { mkdtempDisposableSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from '@jest/globals'
import { createProcessGroup } from '../src/process/process-group.ts'
import { isAlive } from '../src/process/process-identity.ts'
import { childProcess } from './fixtures/child-process.ts'

test('services stop together, and servers after the last service', async () => {
  using folder = mkdtempDisposableSync(`${tmpdir()}/process-group-`)
  const child = (name: string, ...behaviour: string[]) => childProcess(folder.path, name, behaviour)
  const group = createProcessGroup({ changed() {}, report() {} })
  const members = await Promise.all([
    group.add({ ...child('server'), kind: 'server' }),
    group.add(child('quick')),
    group.add({ ...child('slow', 'deaf'), graceMs: 60_000 }),
  ])
  const [server, quick, slow] = members.map(({ identity }) => identity!)
  const stopping = group[Symbol.asyncDispose]()
  while (isAlive(quick!)) await sleep(20)
  expect([server!, slow!].map(isAlive)).toEqual([true, true])
  process.kill(slow!.pid, 'SIGKILL')
  await stopping
  expect(isAlive(server!)).toBe(false)
})
