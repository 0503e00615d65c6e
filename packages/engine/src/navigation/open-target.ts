import type { Response } from 'playwright-core'
import { completeStopped } from './complete-stopped.ts'
import { explainErrors } from './explain-load-error.ts'
import { interceptPdf } from './intercept-pdf.ts'
import type { Load } from './load.ts'
import { loadUntilQuiet } from './load-until-quiet.ts'
import { loadUntilStopped } from './load-until-stopped.ts'
import { writeUntilStopped } from './write-until-stopped.ts'

/** Opens the address, or writes the markup. Returns whether that came to its end and more may be expected of the page. */
export async function openTarget(load: Load): Promise<boolean> {
  const { how, wait, options } = load
  const { address, target, tab } = load.ctx
  if (!address) return writeUntilStopped(tab, () => tab.page.setContent(target.markup ?? '', wait))
  if (how === 'reload') return open(load, () => tab.page.reload(wait))
  return open(load, () => tab.page.goto(address.href, { ...wait, referer: options.referer }))
}

/** Opens a PDF that the page's address responded with, which is then `loadedPdf`. */
export async function openPdf(load: Load, address: string): Promise<void> {
  const { ctx, wait, options, responses } = load
  // Requests the PDF a second time: to hold every response until its type is known would make every page slower.
  await interceptPdf(ctx)
  // The address of a page that redirects here may hold secrets of its site.
  const referer = responses.hasDocument() ? undefined : options.referer
  await loadUntilQuiet(load, () => open(load, () => ctx.tab.page.goto(address, { ...wait, referer })))
}

/** Loads a page by `go`, and returns whether that came to its end and more may be expected of it. */
async function open(load: Load, go: () => Promise<Response | null>): Promise<boolean> {
  const { ctx, responses } = load
  const goAndNote = async (): Promise<void> => {
    const response: Response | null | undefined = await go()
    // Playwright reports no events of a document whose address is that of an icon.
    if (response) await responses.add(response)
  }
  const isWhole = await explainErrors(load, loadUntilStopped(ctx.tab, goAndNote))
  if (isWhole === false) await completeStopped(ctx)
  return isWhole ?? false
}
