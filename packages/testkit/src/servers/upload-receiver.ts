import { buffer } from 'node:stream/consumers'
import { listenOn, ORIGIN_HOST } from './origin.ts'

export interface Upload {
  method: string
  /** Path and query as received. */
  path: string
  headers: Record<string, string | string[] | undefined>
  body: Buffer
}

export interface UploadReceiver extends AsyncDisposable {
  url: string
  received: Upload[]
  /** Statuses of the next responses, in order; 200 when the list is empty. */
  answers: number[]
}

/** Starts a server that accepts uploads like a bucket with presigned URLs. */
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
