import type { Asset, Assets } from '../../inlining/inline-css.ts'
import { readDataAddress } from '../../inlining/read-data-address.ts'
import type { PageContext } from '../../page-context.ts'

const TIMEOUT_MS = 10_000
const MAX_BYTES = 5_000_000
/** Stands for a file that is not available. */
const NOTHING = 'data:,'

/** The files of all templates of a render; together they have a limit of time and of bytes. */
export interface TemplateFiles extends Assets {
  /** The addresses whose files were not available. */
  readonly lost: Set<string>
}

/** Fetches files of templates by https and the address policy, each once, without cookies. */
export function createTemplateFiles({ http, signal }: Pick<PageContext, 'http' | 'signal'>): TemplateFiles {
  const fetched = new Map<string, Promise<Asset | undefined>>()
  const lost = new Set<string>()
  const until = performance.now() + TIMEOUT_MS
  let leftBytes = MAX_BYTES

  async function fetchFile(address: string): Promise<Asset | undefined> {
    const url = new URL(address)
    if (url.protocol === 'data:') {
      const body = await readDataAddress(address)
      return body && { body }
    }
    const timeoutMs = Math.ceil(until - performance.now())
    if (!/^https?:$/.test(url.protocol) || timeoutMs <= 0 || leftBytes <= 0) return undefined
    const answer = await http.download(url, {
      timeoutMs,
      maxBytes: leftBytes,
      signal,
      httpsOnly: true,
    })
    if ('failure' in answer || answer.status !== 200) return undefined
    leftBytes -= answer.body.length
    return leftBytes < 0 ? undefined : answer
  }

  return {
    lost,
    get(address) {
      const fetching = fetched.get(address) ?? fetchFile(address)
      fetched.set(address, fetching)
      return fetching
    },
    missing(address) {
      lost.add(address)
      return NOTHING
    },
  }
}
