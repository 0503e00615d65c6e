/** A file that a render makes beside its main one. */
export type SideFile = Contents & (Thumbnail | Slice)

interface Contents {
  body: Buffer
  contentType: string
  /** How its name differs from that of the main file: what comes before the dot, and after it. */
  suffix: string
  extension: string
  /** There when the caller wants it somewhere else than in storage. */
  upload?: Upload
}

interface Upload {
  /** The option with the address, for messages, such as `thumbnails[0].presigned_url`. */
  option: string
  /** Takes a PUT. A secret. */
  address: string
}

interface Thumbnail {
  kind: 'thumbnail'
  /** Its name in the result. */
  key: string
  /** Pixels. */
  width: number
  height: number
}

interface Slice {
  kind: 'slice'
  index: number
  /** Pixels of the picture above it. */
  offsetY: number
  width: number
  height: number
}
