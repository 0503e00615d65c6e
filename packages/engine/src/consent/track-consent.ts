import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { withTimeout } from '@render/async'
import type { Frame, Page } from 'playwright-core'
import { BrowserCrashed } from '../failure/browser-crashed.ts'

/** Reports the consent banners that a set of rules for known vendors finds and accepts in the page's document. */
export interface Consent {
  /** Resolves to true when a banner is found. */
  found(): Promise<boolean>
  /** Resolves to true when the banner is accepted; false when that fails. */
  accepted(): Promise<boolean>
  /** Set once a banner of the document was accepted, in any way. */
  isAccepted: boolean
}

interface Message {
  type: string
  id?: string
  code?: string
  result?: boolean
}

const CONFIG = {
  enabled: true,
  autoAction: 'optIn',
  disabledCmps: [],
  enablePrehide: false,
  enableCosmeticRules: false,
  detectRetries: 20,
  isMainWorld: false,
  prehideTimeout: 2000,
}

let parts: Promise<{ script: string; rules: unknown }> | undefined

/** Time limit for a page that has not loaded anything yet, which answers at once. */
const INSTALL_MS = 10_000

/**
 * Accepts banners as soon as they appear, in the page and in its frames.
 * @throws {BrowserCrashed} when the page, which is still empty, does not answer.
 */
export async function trackConsent(page: Page, installTimeoutMs = INSTALL_MS): Promise<Consent> {
  parts ??= readParts()
  const { script, rules } = await parts
  let banner = awaitBanner()

  const send = (frame: Frame, message: object): Promise<unknown> =>
    frame.evaluate(`autoconsentReceiveMessage(${JSON.stringify(message)})`)
  const onMessage = async (frame: Frame, { type, id, code, result: isAccepted }: Message): Promise<void> => {
    // Each document sends `init` once.
    if (type === 'init' && frame === page.mainFrame()) banner = awaitBanner()
    if (type === 'init') await send(frame, { type: 'initResp', rules, config: CONFIG })
    if (type === 'eval' && code !== undefined) {
      const result = await frame.evaluate(code).catch(() => false)
      await send(frame, { type: 'evalResp', id, result })
    }
    if (type === 'popupFound') banner.found.resolve(true)
    if (type === 'optInResult') banner.accepted.resolve(isAccepted === true)
  }
  const install = async (): Promise<void> => {
    // A frame may be gone before it gets its answer.
    await page.exposeBinding('autoconsentSendMessage', ({ frame }, message: Message) =>
      onMessage(frame, message).catch(() => undefined),
    )
    await page.addInitScript(script)
  }
  await withTimeout(install(), installTimeoutMs, () => {
    throw new BrowserCrashed('renderer')
  })

  return {
    found: () => banner.found.promise,
    accepted: () => banner.accepted.promise,
    isAccepted: false,
  }
}

function awaitBanner() {
  return { found: Promise.withResolvers<boolean>(), accepted: Promise.withResolvers<boolean>() }
}

async function readParts(): Promise<{ script: string; rules: unknown }> {
  const read = (url: string | URL) => readFile(fileURLToPath(url), 'utf8')
  const library = import.meta.resolve('@duckduckgo/autoconsent')
  const [script, rules] = await Promise.all([
    read(new URL('autoconsent.playwright.js', library)),
    read(import.meta.resolve('@duckduckgo/autoconsent/rules/rules.json')),
  ])
  return { script, rules: JSON.parse(rules) as unknown }
}
