import { registerSelectorEngines } from '../elements/selector-engines.ts'

type Playwright = typeof import('playwright-core')

let loading: Promise<Playwright> | undefined

/** Loads Playwright once in this process. That takes a third of a second, so it waits for a render that needs it. */
export function loadPlaywright(): Promise<Playwright> {
  return (loading ??= load())
}

async function load(): Promise<Playwright> {
  const playwright = await import('playwright-core')
  await registerSelectorEngines(playwright.selectors)
  return playwright
}
