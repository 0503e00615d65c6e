import { expect } from '@jest/globals'
import { settlesWithin } from '@render/async'
import type { GivenOptions } from '@render/options'
import { APPEND_ON_RESPONSE, readPicture, startHeldSite } from '@render/testkit'
import type { CrashReason } from '../../src/failure/browser-crashed.ts'
import { createScratch, defaultPageLimits, type EngineSettings, type PageLimits } from '../../src/index.ts'
import { page, startTestEngine, type RenderedPicture, type TestEngine } from '../test-engine.ts'
import { ownFolders, ownProcesses } from '../own-processes.ts'
import type { Outcome } from './outcome.ts'

/** Long enough for every page that is expected to be captured, on any machine. */
const TIMEOUT_MS = 80_000
/** The time that a render may take beyond its timeout; also on a busy machine, where the pages would take minutes, or for ever. */
export const PROMISED_GRACE_MS = 5000
const BUSY_GRACE_MS = 20_000
/** The files of a hostile document. */
const SCRATCH_BYTES = 100 * 1024 ** 2

/** The viewport of green pages: a hostile page is rendered among several of them. */
const SMALL = { width: 100, height: 100 }

/** Less than the default, and more than any page needs that is not hostile. */
const BYTES_PER_RENDER = 400 * 1024 ** 2
/** For pages that exceed it: small enough to be exceeded soon, and enough for a green page. */
export const FEW_BYTES_PER_RENDER = 250 * 1024 ** 2

export interface Siege {
  engine: TestEngine
  /** The time that a render may take beyond its timeout. */
  graceMs: number
  /** The reasons for which browsers had to be killed. */
  kills: CrashReason[]
  /** Organisations that render no hostile page now; they keep their browsers. */
  idle: string[]
  /** The folders of this process that test files before this one left. */
  folders: Set<string>
}

/** Starts an engine whose renders have low memory and network limits. */
export async function startSiege(
  bytesPerRender = BYTES_PER_RENDER,
  settings: Partial<EngineSettings> = {},
  limits: Partial<PageLimits> = {},
): Promise<Siege> {
  const folders = new Set(ownFolders())
  const engine = await startTestEngine({
    keepsSpare: true,
    ...settings,
    bytesPerRender,
    pageLimits: { ...defaultPageLimits, bytes: 20 * 1024 ** 2, bodyBytes: 10 * 1024 ** 2, ...limits },
  })
  return { engine, graceMs: BUSY_GRACE_MS, kills: [], idle: [], folders }
}

/** The options of a hostile page and the outcome of its render. */
export type Attack = [options: GivenOptions, outcome: Outcome]

let organisations = 0

/**
 * Renders a hostile page, or several ones together in one browser, and expects their outcomes in time. A render of another
 * organisation is under way until they have ended, and succeeds. So does one in the same browser, also when the renderer of
 * the hostile page is killed. It fails only when the browser has to be killed: with `BrowserCrashed`, which the worker answers
 * with another attempt alone, and that attempt succeeds.
 */
export async function outlive(siege: Siege, ...hostile: Attack[]): Promise<void> {
  const { engine, kills, idle } = siege
  const organisation = idle.pop() ?? `hostile-${++organisations}`
  await using apart = await startNeighbour(engine, 'apart')
  await using inside = await startNeighbour(engine, organisation)
  const renders = Promise.all(hostile.map((each) => renderHostile(siege, organisation, each)))
  const [killed] = await Promise.all([renders, hostile.length > 1 && keepRendering(engine, renders)])
  const reason = killed.find((each) => each !== undefined)
  if (reason) {
    kills.push(reason)
    await expect(inside.rendering).rejects.toMatchObject({ name: 'BrowserCrashed', reason })
    await expectGreen(await engine.make(GREEN, { organisation, solo: true }))
  } else await expectGreen(await inside.finish())
  await expectGreen(await apart.finish())
  await expectGreen(await engine.make(GREEN, { organisation }))
  idle.push(organisation)
}

/** Returns the reason if the browser of the page has to be killed. */
async function renderHostile(
  { engine, graceMs }: Siege,
  organisation: string,
  [options, { ended: expected, timeoutMs, thenKilled }]: Attack,
): Promise<CrashReason | undefined> {
  const { timeout = timeoutMs ?? TIMEOUT_MS } = options
  // The time limit of the page begins with its load.
  let startMs = performance.now()
  const onStage = (name: string): void => {
    if (name === 'load-page') startMs = performance.now()
  }
  await using scratch = createScratch({ quotaBytes: SCRATCH_BYTES })
  const rendering = engine.make({ ...options, timeout }, { organisation, onStage, scratch })
  const [ended] = await Promise.allSettled([rendering])
  const ms = performance.now() - startMs
  if (ended.status === 'rejected' && expected.status === 'fulfilled')
    throw new Error(`Failed: ${JSON.stringify(options).slice(0, 1000)}`, { cause: ended.reason })
  expect({ options, ...ended }).toMatchObject({ options, ...expected })
  expect(ms).toBeLessThan(timeout + graceMs)
  return thenKilled
}

/** Starts a render of a green page that is loaded and waits until it is let go. */
async function startNeighbour(engine: TestEngine, organisation: string) {
  const site = await startHeldSite(page('html { background: #0f0 }', APPEND_ON_RESPONSE))
  const rendering = engine.make(
    {
      ...SMALL,
      url: site.url,
      wait_for: 'u',
      // The longest: the wait ends with the hostile pages.
      wait_timeout: 100_000,
      fail_if_selector_missing: true,
    },
    { organisation },
  )
  rendering.catch(() => undefined)
  await Promise.race([site.requested, rendering])
  return {
    rendering,
    finish() {
      site.release()
      return rendering
    },
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  }
}

/** The pause between renders beside hostile pages. */
const PAUSE_MS = 1000

/** Renders for another organisation, one page after the other, until the renders of hostile pages have ended. */
async function keepRendering(engine: TestEngine, hostile: Promise<unknown>): Promise<void> {
  do await expectGreen(await engine.make(GREEN, { organisation: 'passing' }))
  while (!(await settlesWithin(hostile, PAUSE_MS)))
}

const GREEN = { ...SMALL, html: page('html { background: #0f0 }') }

async function expectGreen({ body }: RenderedPicture): Promise<void> {
  expect((await readPicture(body)).at(60, 50)).toBe('#00ff00')
}

/** Disposes the engine and expects that no browser was killed but for a reason, and that no process and no file remain. */
export async function leaveNothing({ engine, kills, folders }: Siege): Promise<void> {
  await engine[Symbol.asyncDispose]()
  const reasons = engine.events.flatMap((event) => (event.event === 'browser ended' ? [event.reason] : []))
  expect(reasons.filter((reason) => reason !== 'disposed').toSorted()).toEqual(kills.toSorted())
  expect(ownProcesses().filter(({ command }) => /chrom|ffmpeg|process\.ts/.test(command))).toEqual([])
  expect(ownFolders().filter((name) => !folders.has(name))).toEqual([])
}
