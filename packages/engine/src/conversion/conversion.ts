import type { Settings } from '@render/markdown'

/** What the thread is sent. */
export interface ConversionRequest {
  /** A `PageContent` as JSON: its bytes, or the path of a file with them. */
  content: Uint8Array | string
  sizeBytes: number
  settings: Settings
  maxBytes: number
}

/** What the thread answers. */
export interface ConversionReply {
  bytes: Uint8Array
  isCut: boolean
  notes: string[]
}
