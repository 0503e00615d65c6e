/** Data of the page that a result contains itself. Members are absent unless their option asks for them. */
export interface PageData {
  metadata?: object
  /** The response headers of the page; repeated values are joined. */
  headers?: Record<string, string>
  httpHeaders?: Hop[]
  cookies?: Cookie[]
  /** Any JSON; null when the page has no such value. */
  customData?: unknown
}

/** One request for the page and its response: the last one, or one that was redirected. */
export interface Hop {
  url: string
  status: number
  /** Those that are secret read `[secret]`. */
  requestHeaders: Record<string, string>
  responseHeaders: Record<string, string>
}

export interface Cookie {
  name: string
  value: string
  domain: string
  path: string
  /** Epoch seconds; -1 for a cookie that ends with its session. */
  expires: number
  httpOnly: boolean
  secure: boolean
  sameSite: 'Strict' | 'Lax' | 'None'
}

/** The members of a result that a webhook body leaves out when it is too long, the first one first. */
export const OMITTED_FIRST = [
  'metadata',
  'httpHeaders',
  'headers',
  'cookies',
  'llm',
  'customData',
  'clicks',
  'warnings',
  'slices',
  'thumbnails',
  'hashedOptions',
] as const
