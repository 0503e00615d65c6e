import { buffer } from 'node:stream/consumers'
import { listenOn, ORIGIN_HOST } from './origin.ts'

export interface Upload {
  method: string
  /** Path and query, as they came. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface UploadReceiver extends AsyncDisposable {
  url: string
  received: Upload[]
  /** What the next uploads are answered with, in order; 200 when the list is empty. */
  answers: number[]
}

/** A bucket that files are uploaded to, as far as presigned addresses go. */
export async function startUploadReceiver(): Promise<UploadReceiver> {
  const received: Upload[] = []
  const answers: number[] = []
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    void buffer(req).then((body) => {
      received.push({ method: req.method!, path: req.url!, headers: req.headers, body })
      res.writeHead(answers.shift() ?? 200).end()
    })
  })
  return { ...server, received, answers }
}
