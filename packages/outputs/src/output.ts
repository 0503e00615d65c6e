import type { Body } from './body.ts'
import type { FileTypeName, Format } from './file-types.ts'
import type { SideFacts } from './side-files.ts'

/** Measures of an output. Which of them are set depends on its kind. */
export interface Facts {
  /** Pixels; set for pictures, drawings and videos. */
  width?: number
  height?: number
  /** Set for PDFs. */
  pages?: number
  /** Set for videos. */
  durationMs?: number
  frames?: number
}

/** The main file of a render. */
export interface MainOutput {
  format: Format
  body: Body
  facts: Facts
}

/** A file made beside the main output. */
export interface SideOutput {
  type: FileTypeName
  body: Body
  /** The suffix of its file name, between the name of the main file and the dot. */
  suffix: string
  facts: SideFacts
  /** Set when the caller wants the file uploaded instead of stored. */
  upload?: Upload
}

export interface Upload {
  /** The option that holds the address, for messages, such as `thumbnails[0].presigned_url`. */
  option: string
  /** Accepts a PUT. A secret. */
  address: string
}
