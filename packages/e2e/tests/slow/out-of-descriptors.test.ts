import { describe, expect, test } from '@jest/globals'
import { until } from '@render/testkit'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { killBelowWorker } from '../../src/below-worker.ts'
import { useFaultWorld } from '../use-fault-world.ts'

const TIMEOUT_MS = 120_000
const SERVICES = ['gateway', 'render-worker', 'webhook-dispatcher', 'management'] as const
/** More than a service may still open then. */
const VISITORS = 30

/** Each test ends with a check of all that was asked for: see `use-fault-world.ts`. */
describe('X45 out of file descriptors: what it cannot do fails or waits, and it goes on afterwards', () => {
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
        // New ones cannot be started, nor reached.
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

/** Connections that are held and never used. */
function visit(port: number): Socket[] {
  return Array.from({ length: VISITORS }, () => connect(port, '127.0.0.1').on('error', () => undefined))
}

function openFiles(pid: number): number {
  return readdirSync(`/proc/${pid}/fd`).length
}

function openFilesLimit(pid: number): number {
  return Number(/^Max open files\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))![1])
}

/** Leaves the hard limit, which nobody may raise again. */
function limitOpenFiles(pid: number, most: number): void {
  execFileSync('prlimit', ['--pid', String(pid), `--nofile=${most}:`])
}
