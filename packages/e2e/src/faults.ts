// Random faults. A fault undoes its effect at its end, unless the service has to recover by itself.
import { freeze, signal, type ToxicProxy } from '@render/testkit'
import { setTimeout as sleep } from 'node:timers/promises'
import { belowWorker, killIfAny } from './below-worker.ts'
import type { FaultWorld } from './fault-world.ts'
import { pick } from './pick.ts'

type Fault = (world: FaultWorld, random: () => number) => Promise<void>

const PROCESSES = [
  'gateway',
  'render-worker',
  'webhook-dispatcher',
  'management',
  'redis',
  'postgres',
] as const
/** More than the 10 s after which workers lose their locks. */
const MAX_FAULT_MS = 15_000

/** Faults by their names in the log. */
export const faults: Record<string, Fault> = {
  ...Object.fromEntries(PROCESSES.flatMap((name) => faultsOf(name))),
  'all links slow': (world, random) =>
    poisonAll(world, random, { latencyMs: 200, jitterMs: 200, sliceBytes: 500 }),
  'all links reset at random': (world, random) => poisonAll(world, random, { resetShare: 0.01 }),
  'a link cut': (world, random) =>
    during(
      random,
      randomLink(world, random),
      (link) => link.cut(),
      (link) => link.restore(),
    ),
  'a link frozen': (world, random) =>
    during(
      random,
      randomLink(world, random),
      (link) => link.freeze(),
      (link) => link.thaw(),
    ),
  'a link half open': (world, random) =>
    during(
      random,
      randomLink(world, random),
      (link) => link.freeze('responses'),
      (link) => link.thaw(),
    ),
  'browsers killed': async ({ stack }) => void killIfAny(stack, 'browsers'),
  'renderers killed': async ({ stack }) => void killIfAny(stack, 'renderers'),
  'renderers frozen': async ({ stack }) => {
    for (const pid of belowWorker(stack, 'renderers')) signal(pid, 'SIGSTOP')
  },
  'egress proxy killed': async ({ stack }) => void killIfAny(stack, 'egress proxy'),
  'everything killed': killEverything,
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
        await sleep(random() * MAX_FAULT_MS)
      },
    ],
  ]
}

/** Applies a fault for a random time. */
async function during<T>(
  random: () => number,
  target: T,
  begin: (target: T) => unknown,
  end: (target: T) => unknown,
): Promise<void> {
  await begin(target)
  await sleep(random() * MAX_FAULT_MS)
  await end(target)
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

function randomLink({ stack }: FaultWorld, random: () => number): ToxicProxy {
  return pick<ToxicProxy>(random, Object.values(pick(random, Object.values(stack.links))))
}

/** Kills all processes at once and starts them in random order. What they wrote stays, unlike at a power cut. */
export async function killEverything({ stack }: FaultWorld, random: () => number): Promise<void> {
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
