import { describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker } from '../../src/below-worker.ts'
import { useFaultWorld } from '../faults/use-fault-world.ts'

const TIMEOUT_MS = 120_000
const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
/** More connections than the service has descriptors left. */
const VISITORS = 30

/** After each test the whole history is checked, see `use-fault-world.ts`. */
describe('X45 a service without free file descriptors fails or waits, and recovers afterwards', () => {
  const world = useFaultWorld()

  test.each(SERVICES)(
    '%s',
    async (name) => {
      const { processes, info } = world.stack
      const { pid } = processes[name].identity!
      const before = processes[name].starts
      const most = openFilesLimit(pid)
      limitOpenFiles(pid, openFiles(pid) + 4)
      const visitors = name === 'gateway' ? visit(info.ports.gateway) : []
      try {
        await Promise.all(Array.from({ length: 8 }, (_, at) => world.create({ html: `number ${at}` })))
        // New renders cannot start.
        killBelowWorker(world.stack, 'browsers')
        await sleep(5000)
      } finally {
        for (const visitor of visitors) visitor.destroy()
        limitOpenFiles(pid, most)
      }
      await until(async () => (await world.create({ html: 'x' }, { isSync: true })).status === 200, 60_000)
      expect(processes[name].starts).toBe(before)
    },
    TIMEOUT_MS,
  )
})

/** Opens connections and keeps them idle. */
function visit(port: number): Socket[] {
  return Array.from({ length: VISITORS }, () => connect(port, '127.0.0.1').on('error', () => undefined))
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function openFilesLimit(pid: number): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))![1])
}

/** Changes only the soft limit, because a lowered hard limit cannot be raised again. */
function limitOpenFiles(pid: number, most: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
}
