// What may happen to a stack at any time. A fault ends what it did, unless that is for the service to notice.
import { freeze, signal, type ToxicProxy } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { belowWorker, killBelowWorker } from './below-worker.ts'
import type { FaultWorld } from './fault-world.ts'
import { pick } from './seeded-random.ts'

type Fault = (world: FaultWorld, random: () => number) => Promise<void>

const PROCESSES = [
  'gateway',
  'render-worker',
  'webhook-dispatcher',
  'management',
  'redis',
  'postgres',
] as const
/** Workers lose their locks after 10 s. */
const LONGEST_MS = 15_000

/** By what a log calls them. */
export const faults: Record<string, Fault> = {
  ...Object.fromEntries(PROCESSES.flatMap((name) => faultsOf(name))),
  'all links slow': (world, random) =>
    poisonAll(world, random, { latencyMs: 200, jitterMs: 200, sliceBytes: 500 }),
  'all links reset by chance': (world, random) => poisonAll(world, random, { resetShare: 0.01 }),
  'a link cut': (world, random) =>
    during(
      random,
      aLink(world, random),
      (link) => link.cut(),
      (link) => link.mend(),
    ),
  'a link frozen': (world, random) =>
    during(
      random,
      aLink(world, random),
      (link) => link.freeze(),
      (link) => link.thaw(),
    ),
  'a link half open': (world, random) =>
    during(
      random,
      aLink(world, random),
      (link) => link.freeze('answers'),
      (link) => link.thaw(),
    ),
  'browsers killed': async ({ stack }) => killBelowWorker(stack, 'browsers'),
  'renderers killed': async ({ stack }) => killBelowWorker(stack, 'renderers'),
  'renderers frozen': async ({ stack }) => {
    for (const pid of belowWorker(stack, 'renderers')) signal(pid, 'SIGSTOP')
  },
  'egress proxy killed': async ({ stack }) => killBelowWorker(stack, 'egress proxy'),
  'power cut': powerCut,
}

function faultsOf(name: (typeof PROCESSES)[number]): [string, Fault][] {
  return [
    [
      `${name} killed`,
      async ({ stack }) => {
        stack.processes[name]!.kill('SIGKILL')
        await stack.processes[name]!.ready()
      },
    ],
    [
      `${name} stopped`,
      (world, random) =>
        during(
          random,
          world.stack.processes[name]!,
          (process) => process.stop(),
          (process) => process.start(),
        ),
    ],
    [
      `${name} frozen`,
      async ({ stack }, random) => {
        using _frozen = freeze(stack.processes[name]!.identity!.pid)
        await sleep(random() * LONGEST_MS)
      },
    ],
  ]
}

async function during<T>(
  random: () => number,
  what: T,
  begin: (what: T) => unknown,
  end: (what: T) => unknown,
): Promise<void> {
  await begin(what)
  await sleep(random() * LONGEST_MS)
  await end(what)
}

function poisonAll(
  { stack }: FaultWorld,
  random: () => number,
  toxics: Parameters<ToxicProxy['poison']>[0],
): Promise<void> {
  const all = Object.values(stack.links).flatMap((links) => Object.values<ToxicProxy>(links))
  return during(
    random,
    all,
    (links) => links.forEach((link) => link.poison(toxics)),
    (links) => links.forEach((link) => link.poison({})),
  )
}

function aLink({ stack }: FaultWorld, random: () => number): ToxicProxy {
  return pick<ToxicProxy>(random, Object.values(pick(random, Object.values(stack.links))))
}

/** Everything dies at once and comes back in any order. */
async function powerCut({ stack }: FaultWorld, random: () => number): Promise<void> {
  const processes = Object.values(stack.processes).flatMap((process) => process ?? [])
  await Promise.all(processes.map((process) => process.stop({ signal: 'SIGKILL', graceMs: 0 })))
  const order = processes.map((process) => ({ process, at: random() })).toSorted((a, b) => a.at - b.at)
  const starting: Promise<void>[] = []
  for (const { process } of order) {
    starting.push(process.start())
    await sleep(random() * 500)
  }
  await Promise.all(starting)
}
