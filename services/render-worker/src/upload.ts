import { setTimeout as sleep } from 'node:timers/promises'
import { RenderError } from '@render/errors'
import type { Answer, Failure, FailureReason, HttpClient } from '@render/net'

export interface FileToSend {
  body: Buffer
  contentType: string
  /** Takes a PUT. A secret. */
  address: string
  /** The option with the address, such as `thumbnails[0].presigned_url`. */
  option: string
}

const TRY_MS = 20_000
/** Before each further try, up to half as long again. */
const PAUSES_MS = [500, 2000]

/** What the caller is told, and whether another try may do better. */
const FAILURES: Record<FailureReason, { told: string; isPassing: boolean }> = {
  destination_not_allowed: { told: 'does not resolve to a public address', isPassing: false },
  tls_failed: { told: 'has no valid certificate', isPassing: false },
  connection_failed: { told: 'could not be reached', isPassing: true },
  invalid_response: { told: 'did not answer in HTTP', isPassing: true },
  timeout: { told: 'did not answer in time', isPassing: true },
}

/**
 * Sends a file to an address of the caller's, and tells where it is: the address without all that may be secret. What may
 * pass is tried again, for a minute in all.
 * @throws {RenderError} `UploadFailedError`.
 */
export async function upload(
  http: Pick<HttpClient, 'put'>,
  { body, contentType, address, option }: FileToSend,
  signal: AbortSignal,
): Promise<string> {
  const url = new URL(address)
  const request = { headers: { 'content-type': contentType }, body, timeoutMs: TRY_MS, signal }
  for (let pauses = PAUSES_MS; ; pauses = pauses.slice(1)) {
    const answer = await http.put(url, request)
    if (isTaken(answer)) return locationOf(url)
    const [pauseMs] = pauses
    if (pauseMs === undefined || !mayPass(answer)) throw uploadFailed(option, answer)
    await sleep(pauseMs * (1 + Math.random() / 2), undefined, { signal })
  }
}

function isTaken(answer: Answer | Failure): boolean {
  return 'status' in answer && answer.status >= 200 && answer.status < 300
}

function mayPass(answer: Answer | Failure): boolean {
  if ('failure' in answer) return FAILURES[answer.failure].isPassing
  return answer.status === 429 || answer.status >= 500
}

function locationOf({ origin, pathname }: URL): string {
  return origin + pathname
}

function uploadFailed(option: string, answer: Answer | Failure): RenderError {
  const what = 'failure' in answer ? FAILURES[answer.failure].told : `answered ${answer.status}`
  const message = `"${option}": the address ${what}.`
  return new RenderError('UploadFailedError', { message, details: [{ option: nameOf(option), message }] })
}

/** `thumbnails` of `thumbnails[0].presigned_url`. */
function nameOf(path: string): string {
  return path.replace(/\W.*/, '')
}
