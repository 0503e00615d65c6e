import type { Settings } from '@render/markdown'

/** The message to the thread that converts. */
export interface ConversionRequest {
  /** A `PageContent` as JSON: its bytes, or the path of a file with them. */
  content: Uint8Array | string
  sizeBytes: number
  settings: Settings
  maxBytes: number
}

/** The reply of the thread. */
export interface ConversionReply {
  bytes: Uint8Array
  isCut: boolean
  notes: string[]
}
