// The outcome of a render, which workers store as the value of finished jobs. Newer code reads older values, so members keep
// their names.
import type { PlainError } from '@render/errors'
import type { Certificate } from './certificate.ts'
import type { Facts } from './output.ts'
import type { PageData } from './page-data.ts'
import type { SideFacts } from './side-files.ts'

/** The outcome of a successful render. */
export interface RenderOutcome extends Facts {
  artefact: StoredFile | UploadedFile | SentFile
  /** Key in our store of a copy of the artefact, for answers with the file. Set when the artefact itself is elsewhere. */
  answerKey?: string
  /** Set when that copy is deleted once an answer was sent. */
  isAnsweredOnce?: true
  /** Set with `certify`. */
  certificate?: Certificate
  /** Files made beside the artefact; absent when there are none. */
  files?: SideFile[]
  /** Set when the result lists thumbnails as an object by key. */
  thumbnails_object?: true
  /** First and last status of the target; absent for supplied HTML. */
  response?: { statusCode: number; statusCodeInitial: number }
  /** Data of the page that options ask for; absent when there is none. */
  data?: PageData
  /** The results of the click options; set with `save_clicks`. */
  clicks?: { selector: string; matched: number; clicked: number }[]
  /** The answer of the language model, or why there is none; set with `use_llm`. */
  llm?: { answer: unknown } | { error: string }
  bandwidthBytes: number
  renderTimeMs: number
  queueTimeMs: number
  /** Epoch milliseconds of the accepted attempt. */
  startedAt: number
  endedAt: number
  attempts: number
  /** Host name of the worker; absent in values of older workers. */
  renderedBy?: string
  warnings: string[]
  /** Absent for a mock. */
  engine?: EngineReport
  /** Set for a mock: nothing was rendered, and this is the cost to report. */
  mock?: { cost: number }
  /** Set once the owner has deleted the files. */
  deleted?: true
  /** Set when files are in a store of the caller's and their addresses are not kept, as with `secure_mode`. */
  isUploaded?: true
}

/** Diagnostics of a render. */
export interface EngineReport {
  /** Name of the build. */
  version: string
  browserVersion: string
  /** Set with `response_type` jsondebug. */
  diagnostics?: Diagnostics
  /** Stages in the order they ran. */
  stages: { stage: string; ms: number; waitedFor?: string[] }[]
}

/** What happened in the page, and how a video was made of it. */
export interface Diagnostics {
  /** Lines of the page's console. */
  console: string[]
  failedRequests: FailedRequest[]
  /** Set for videos. */
  video?: VideoReport
}

/** How a video was encoded. */
export interface VideoReport {
  /** How its frames were captured. */
  method: string
  fps: number
  codec: string
  /** Those of ffmpeg. */
  arguments: readonly string[]
  /** What ffmpeg said. */
  log: string
}

export interface FailedRequest {
  url: string
  method: string
  resourceType: string
  /** Set when the server refused the request. */
  status?: number
  /** Set when there was no response. */
  failureText?: string
}

interface FileFacts {
  contentType: string
  sizeBytes: number
  /** In hex. */
  sha256: string
}

/** A file in the artefact store. */
export interface StoredFile extends FileFacts {
  key: string
  location?: undefined
}

/** A file that was uploaded to a store of the caller's. */
export interface UploadedFile extends FileFacts {
  /** Its address without query, user name and password, which may be secret. */
  location: string
  key?: undefined
}

/** A file that is kept nowhere: only the answer has it. */
export interface SentFile extends Partial<FileFacts> {
  sizeBytes: number
  key?: undefined
  location?: undefined
}

/** A file made beside the artefact. */
export type SideFile = { file: StoredFile | UploadedFile } & SideFacts

/** The outcome of a render. */
export type Finished =
  | {
      status: 'succeeded'
      outcome: RenderOutcome
      /** Members of the result that are missing; set by `eventPart` for events. */
      omitted?: readonly string[]
    }
  | ({ status: 'failed'; endedAt: number } & Failure)

/** Why a render failed. */
export interface Failure {
  error: PlainError
  /** Number of attempts; absent when no attempt reported. */
  attempts?: number
}

type Files = Pick<RenderOutcome, 'artefact' | 'answerKey' | 'files'>

/** Returns the keys of all files of a render in the artefact store. */
export function storedKeys({ artefact, answerKey, files = [] }: Files): string[] {
  const keys = [artefact.key, answerKey, ...files.map(({ file }) => file.key)]
  return [...new Set(keys.filter((key) => key !== undefined))]
}

/** Returns the key in our store of a render's artefact or of its copy; undefined when it is only in the caller's store. */
export function storedKeyOf({ artefact, answerKey }: Files): string | undefined {
  return artefact.key ?? answerKey
}

/** Returns whether files of a render are in a store of the caller's, where they stay when ours are deleted. */
export function isUploaded({
  artefact,
  files = [],
  isUploaded: isKnown,
}: Pick<RenderOutcome, 'artefact' | 'files' | 'isUploaded'>): boolean {
  return (
    isKnown || [artefact, ...files.map(({ file }) => file)].some(({ location }) => location !== undefined)
  )
}

/** Returns the address of a file, if it has one; `addressOf` gives that of a key in our store. */
export function locate(file: StoredFile | UploadedFile, addressOf: (key: string) => string): string
export function locate(
  file: StoredFile | UploadedFile | SentFile,
  addressOf: (key: string) => string,
): string | undefined
export function locate(
  { key, location }: StoredFile | UploadedFile | SentFile,
  addressOf: (key: string) => string,
): string | undefined {
  return key === undefined ? location : addressOf(key)
}
