import { setTimeout as sleep } from 'node:timers/promises'
import { startSinglePostgres, startTestStack, type TestStack } from '@render/testkit'
import { startMeter } from '../meter.ts'
import type { Section } from '../section.ts'
import { median } from '../timing.ts'
import { defaultSettings } from '../default-settings.ts'
import { IDLE_QUEUE } from './accept.ts'
import { addProjects } from './add-projects.ts'
import { createLoadClient, type LoadClient } from './client.ts'
import { latenciesOf, isAccepted } from './part.ts'
import { sendInTurn } from './send-at-rate.ts'

const PARALLEL = 4
/** How many times as long as a measurement. */
const WARM_UP = 4
const PROJECTS = 1000
const GATEWAYS = 4
/** Renders that each project queues, first and then in addition. */
const BATCHES = [5, 15, 60]
/** A gateway requests the keys of a changed organisation again within this time: a cost of the change, not of a render. */
const CHANGES_APPLY_MS = 10_000
/** A render may cost this much more than in a new installation. */
const TARGET = 1.2

const SETTINGS = {
  ...defaultSettings,
  RENDER_QUEUES: IDLE_QUEUE,
  MAX_OUTSTANDING: '1000000',
  MAX_WAITING_UNSERVED: '1000000',
}
const MOCK = { html: '<h1>Hello</h1>', mock: true, width: 64, height: 64 }

/** Mocks are made without a browser. */
const NAMES = ['gateway', 'management', 'render-worker', 'webhook-dispatcher', 'redis', 'postgres']

type Programs = [name: string, process: TestStack['processes']['redis']][]

interface Cost {
  state: string
  /** CPU milliseconds of a render, in the order of `NAMES`. */
  cpuMs: number[]
  p50Ms: number
}

/** Measures whether a render costs more with many projects, keys, waiting renders and gateways than without. */
export async function measureScale(seconds: number): Promise<Section> {
  await using postgres = await startSinglePostgres()
  await using stack = await startTestStack({ environment: { ...SETTINGS, DATABASE_URL: postgres.url } })
  using clients = new DisposableStack()
  const open = (baseUrl: string, key: string) => clients.use(createLoadClient(baseUrl, key))
  const programs: Programs = [...Object.entries(stack.processes), ['postgres', postgres.process]]
  const costs: Cost[] = []
  const add = async (state: string, all: readonly LoadClient[]) =>
    costs.push({ state, ...(await costOf(programs, all, seconds)) })

  const { baseUrl, secretKey } = stack.info
  const first = open(baseUrl, secretKey)
  // Programs that have just started take twice the time, until V8 has compiled what they repeat.
  await sendInTurn({ parallel: PARALLEL, seconds: WARM_UP * seconds }, () =>
    first.post('/v1/render/sync', MOCK),
  )
  await add('a new installation', [first])
  const keys = await addProjects(postgres.url, PROJECTS)
  const projects = keys.map((key) => open(baseUrl, key))
  await add(`${PROJECTS} projects with a key each, in turn`, projects)
  let waiting = 0
  for (const count of BATCHES) {
    for (const project of projects) await queue(project, count)
    waiting += count * PROJECTS
    await add(`and ${waiting} renders that wait`, projects)
  }
  const others = await Promise.all(Array.from({ length: GATEWAYS - 1 }, () => stack.startAnother('gateway')))
  programs.push(...others.map(({ process }): Programs[number] => ['gateway', process]))
  const urls = [baseUrl, ...others.map(({ ports }) => `http://127.0.0.1:${ports.gateway}`)]
  const spread = keys.map((key, index) => open(urls[index % GATEWAYS]!, key))
  await add(`and ${GATEWAYS} gateways`, spread)
  return toSection(costs)
}

/** Queues renders that no worker takes. */
async function queue(client: LoadClient, count: number): Promise<void> {
  const renders = Array.from({ length: count }, () => ({ ...MOCK, render_queue: IDLE_QUEUE }))
  const reply = await client.post('/v1/render/batch', { renders })
  if (reply.status !== 201) throw new Error(`A batch was answered with ${JSON.stringify(reply)}`)
}

/** Makes mocks for projects in turn. */
async function costOf(
  programs: Programs,
  clients: readonly LoadClient[],
  seconds: number,
): Promise<Omit<Cost, 'state'>> {
  const make = (turn: number) => clients[turn % clients.length]!.post('/v1/render/sync', MOCK)
  // The first request of a key is looked up in the database.
  await sendInTurn({ parallel: PARALLEL, seconds: seconds / 3 }, make)
  for (let turn = 0; turn < clients.length; turn += PARALLEL)
    await Promise.all(Array.from({ length: PARALLEL }, (_, lane) => make(turn + lane)))
  await sleep(CHANGES_APPLY_MS)
  const meters = NAMES.map((name) => {
    const pids = programs.flatMap(([its, process]) => (its === name && process?.identity?.pid) || [])
    return startMeter(() => pids)
  })
  const sent = await sendInTurn({ parallel: PARALLEL, seconds }, make)
  const cpuMs = meters.map((meter) => (meter.stop().cpuSeconds * 1000) / sent.length)
  const failed = sent.find((each) => !isAccepted(each))
  if (failed) throw new Error(`A mock was answered with ${JSON.stringify(failed.reply)}`)
  return { cpuMs, p50Ms: median(latenciesOf(sent)) }
}

function toSection(costs: readonly Cost[]): Section {
  const all = ({ cpuMs }: Cost) => cpuMs.reduce((sum, ms) => sum + ms, 0)
  const [first] = costs as [Cost, ...Cost[]]
  return {
    title: 'What a render costs outside of the browser, in CPU milliseconds',
    head: ['state', ...NAMES, 'all', 'p50 ms'],
    rows: costs.map((cost) => [
      cost.state,
      ...[...cost.cpuMs, all(cost), cost.p50Ms].map((ms) => ms.toFixed(1)),
    ]),
    targets: costs.slice(1).map((cost) => ({
      what: `${cost.state}: at most ${TARGET} times the cost of a new installation`,
      ratio: all(cost) / all(first),
      atMost: TARGET,
    })),
  }
}
