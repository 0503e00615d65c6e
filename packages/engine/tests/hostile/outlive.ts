import { expect } from '@jest/globals'
import type { GivenOptions } from '@render/options'
import { descendantsOf, readPicture } from '@render/testkit'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import type { DeathReason } from '../../src/browser/errors.ts'
import { defaultPageLimits } from '../../src/index.ts'
import { page, startTestEngine, type TestEngine } from '../test-engine.ts'

/** How a render of a hostile page is to end: with a picture, a caller's error, or the death of its browser. */
export type Outcome =
  | { status: 'fulfilled'; value?: { warnings: unknown } }
  | {
      status: 'rejected'
      reason: { code: string } | { message: unknown } | { name: 'BrowserDied'; reason: DeathReason }
    }

export const picture: Outcome = { status: 'fulfilled' }
/** A picture of as much of the page as there may be, and a sentence about it. */
export const pictureWith = (warning: string): Outcome => ({
  status: 'fulfilled',
  value: { warnings: [expect.stringContaining(warning)] },
})
/** Whichever comes first on the machine at hand. */
export const memoryOrTimeout: Outcome = {
  status: 'rejected',
  reason: { message: expect.stringMatching(/more memory|timed out/) },
}
export const failure = (code: string): Outcome => ({ status: 'rejected', reason: { code } })
export const death = (reason: DeathReason): Outcome => ({
  status: 'rejected',
  reason: { name: 'BrowserDied', reason },
})

/** The page's own time where its options name none, and what a render may take beyond it. */
const TIMEOUT_MS = 5000
const GRACE_MS = 5000

/** Small enough for a bomb to reach soon, and more than any of our own pages needs. */
export const BYTES_PER_RENDER = 400 * 1024 ** 2

/** An engine whose renders may have little memory and little of the network. */
export function startBesieged(): Promise<TestEngine> {
  return startTestEngine({
    bytesPerRender: BYTES_PER_RENDER,
    pageLimits: { ...defaultPageLimits, bytes: 20 * 1024 ** 2, bodyBytes: 10 * 1024 ** 2 },
  })
}

/**
 * Renders a hostile page: it ends as it is to end and in time, its browser is gone where it died, and neither a render
 * beside it nor the one after it notices.
 */
export async function outlive(engine: TestEngine, options: GivenOptions, outcome: Outcome): Promise<void> {
  const before = engine.events.length
  const beside = seeGreen(engine, { delay: 2000 }, 'somebody else')
  const start = performance.now()
  const timeout = options.timeout ?? TIMEOUT_MS
  const [ended] = await Promise.allSettled([engine.make({ ...options, timeout })])
  const ms = performance.now() - start
  if (ended.status === 'rejected' && outcome.status === 'fulfilled') throw ended.reason
  expect(ended).toMatchObject(outcome)
  expect(ms).toBeLessThan(timeout + GRACE_MS)
  await beside
  await seeGreen(engine)
  if (outcome.status === 'rejected' && 'name' in outcome.reason)
    expect(engine.events.slice(before)).toContainEqual(
      expect.objectContaining({ event: 'browser ended', reason: outcome.reason.reason }),
    )
}

/** Ends the engine: no process and no file of it stays. */
export async function leaveNothing(engine: TestEngine): Promise<void> {
  await engine[Symbol.asyncDispose]()
  expect(descendantsOf(process.pid).filter(({ command }) => /chrom|process\.ts/.test(command))).toEqual([])
  const ours = new RegExp(`^render-browser-${process.pid}-`)
  expect(readdirSync(tmpdir()).filter((name) => ours.test(name))).toEqual([])
}

async function seeGreen(
  engine: TestEngine,
  options: GivenOptions = {},
  organisation?: string,
): Promise<void> {
  const { body } = await engine.make(
    { html: page('html { background: #0f0 }'), ...options },
    { organisation },
  )
  expect((await readPicture(body)).at(600, 500)).toBe('#00ff00')
}
