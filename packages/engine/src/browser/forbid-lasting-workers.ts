import type { BrowserContext } from 'playwright-core'
import { hideLastingWorkers } from '../in-page/hide-lasting-workers.ts'
import type { Tab } from './tabs.ts'

const forbidden = new WeakSet<BrowserContext>()

/**
 * Keeps the page from service workers and shared ones: they are no part of it, so what holds its requests, or says who
 * makes them, does not reach theirs, and what they ask for in its place.
 */
export async function forbidLastingWorkers({ context }: Pick<Tab, 'context'>): Promise<void> {
  if (forbidden.has(context)) return
  forbidden.add(context)
  await context.addInitScript(hideLastingWorkers)
}
