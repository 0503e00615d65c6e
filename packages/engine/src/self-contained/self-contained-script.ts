import { pageScript } from '@render/page-script'
import { exportsOf } from '../protocol/call-in-page.ts'

/** The exports of the script that writes a document in its page. */
export type SelfContainedScript = typeof import('../in-page/self-contained/index.ts')

const script = pageScript(new URL('../in-page/self-contained/index.ts', import.meta.url))

/** Returns the script as a tool for functions in the page. */
export async function selfContainedScript(): Promise<SelfContainedScript> {
  return exportsOf(await script()) as SelfContainedScript
}
