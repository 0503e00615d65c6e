/** Option limits that an operator can set; all other limits are part of the contract. */
export interface Limits {
  urlBytes: number
  htmlBytes: number
  /** Maximum size of `css` and of `js`. */
  codeBytes: number
  selectorBytes: number
  headers: number
  headerBytes: number
  cookies: number
  /** CSS pixels of the viewport. */
  width: number
  height: number
  dpr: number
  videoMs: number
  videoWidth: number
  videoHeight: number
  videoFps: number
  thumbnails: number
  /** Entries of `retry_with`. */
  retryEntries: number
}

export const defaultLimits: Limits = {
  urlBytes: 8192,
  htmlBytes: 8 * 1024 * 1024,
  codeBytes: 1024 * 1024,
  selectorBytes: 2048,
  headers: 50,
  headerBytes: 8192,
  cookies: 100,
  width: 8192,
  height: 16_384,
  dpr: 4,
  videoMs: 60_000,
  videoWidth: 1920,
  videoHeight: 1080,
  videoFps: 60,
  thumbnails: 5,
  retryEntries: 5,
}
