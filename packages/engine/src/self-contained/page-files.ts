import { withTimeout } from '@render/async'
import { MAX_DOCUMENT_BYTES } from '../documents/require-document-size.ts'
import type { Asset, Assets } from '../inlining/inline-css.ts'
import { readDataAddress } from '../inlining/read-data-address.ts'
import { createFileLocator } from './file-locator.ts'
import type { LoadedFile, LoadedFiles } from './track-loaded-files.ts'

/** The largest file that is put into a document. */
const MAX_BYTES = 10 * 1024 ** 2

const READ_TIMEOUT_MS = 10_000
/** The browser reports the end of a file soon after the page has it; one that is streamed has none. */
const END_TIMEOUT_MS = 200
const MAX_NAMED = 5
const BASE64_GROWTH = 4 / 3
const MAX_KNOWN = 10_000
const MAX_ADDRESS = 300

const REASONS = {
  unloaded: 'the page did not load it',
  large: `it is larger than ${MAX_BYTES / 1024 ** 2} MB`,
  full: `the document would be larger than ${MAX_DOCUMENT_BYTES / 1024 ** 2} MB`,
} as const

const UNSURE = 'shows one file wherever a custom property is used, also where the page may show another one'

type Reason = keyof typeof REASONS

/** The files for one document, each a copy of what the page loaded. */
export interface PageFiles extends Assets {
  /** Reports that the document keeps an address. */
  lose(address: string, reason?: Reason): void
  /** Returns a warning for each file that is missing, or one for many. */
  warnings(): string[]
}

interface Given {
  loaded: LoadedFiles
  /** The base addresses of the page's documents. */
  bases: readonly string[]
  maxBytes: number
  /** What warnings begin with. */
  title: string
}

/**
 * Returns the files of a page that may be embedded in one document, up to a total size that counts each use. Files that the
 * page never requested, such as fonts of other alphabets, are not reported as missing.
 */
export function createPageFiles({ loaded, bases, maxBytes, title }: Given): PageFiles {
  const read = new Map<string, Promise<Asset | Reason>>()
  const lost = new Map<string, Reason>()
  const { locate, unsure } = createFileLocator(loaded, bases)
  let bytes = 0
  let last: Promise<unknown> = Promise.resolve()

  async function get(address: string, layers = 0): Promise<Asset | undefined> {
    const known = read.get(address) ?? readNext(address)
    read.set(address, known)
    const asset = await known
    if (typeof asset === 'string') return void (loaded.wasAsked(address) && lose(address, asset))
    const written = Math.ceil(base64Length(asset.body.length) * BASE64_GROWTH ** layers)
    bytes += written
    if (bytes <= maxBytes) return asset
    bytes -= written
    read.set(address, Promise.resolve('full'))
    lose(address, 'full')
    return undefined
  }

  /** Reads one file after another, because those of one style sheet could take much memory at once. */
  function readNext(address: string): Promise<Asset | Reason> {
    const reading = last.then(() =>
      /^data:/i.test(address) ? readData(address) : readFile(loaded.find(address)),
    )
    last = reading
    return reading
  }

  async function readFile(file: LoadedFile | undefined): Promise<Asset | Reason> {
    if (!file || file.status >= 400) return 'unloaded'
    const length = Number(file.contentLength ?? 0)
    if (length > MAX_BYTES) return 'large'
    const timeoutMs = file.isComplete ? READ_TIMEOUT_MS : END_TIMEOUT_MS
    const body = await withTimeout(file.read().catch(noBody), timeoutMs, noBody)
    if (!body) return 'unloaded'
    return body.length > MAX_BYTES ? 'large' : { body, ...typeOf(file), address: file.address }
  }

  async function readData(address: string): Promise<Asset | Reason> {
    const [, contentType] = /^data:([^,]*?)(?:;\s*base64)?,/i.exec(address) ?? []
    const body = await readDataAddress(address)
    return body ? { body, contentType } : 'unloaded'
  }

  function lose(address: string, reason: Reason = 'unloaded'): void {
    if (lost.size < MAX_KNOWN && !lost.has(address)) lost.set(address, reason)
  }

  return {
    get,
    locate,
    missing: (address) => address,
    lose,
    warnings: () => [
      ...(Object.keys(REASONS) as Reason[]).flatMap((reason) => {
        const addresses = [...lost].filter(([, each]) => each === reason).map(([address]) => address)
        return addresses.length > MAX_NAMED
          ? [`${title} kept ${addresses.length} URLs of files: for each, ${REASONS[reason]}.`]
          : addresses.map((each) => `${title} kept the URL ${shortened(each)}: ${REASONS[reason]}.`)
      }),
      ...(unsure().length > 0
        ? [`${title} ${UNSURE}: ${unsure().slice(0, MAX_NAMED).map(shortened).join(', ')}.`]
        : []),
    ],
  }
}

/** The browser returns style sheets decoded. */
function typeOf({ contentType }: LoadedFile): Pick<Asset, 'contentType'> {
  if (/^text\/css\b/i.test(contentType)) return { contentType: 'text/css;charset=utf-8' }
  return contentType ? { contentType } : {}
}

function base64Length(bytes: number): number {
  return 4 * Math.ceil(bytes / 3)
}

function shortened(address: string): string {
  return address.length > MAX_ADDRESS ? `${address.slice(0, MAX_ADDRESS)}...` : address
}

function noBody(): undefined {
  return undefined
}
