import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { listenOn, ORIGIN_HOST } from './origin.ts'
import { formOf } from './model-forms.ts'

/** A request that a provider of language models received. */
export interface ModelRequest {
  method: string
  /** Path and query as received. */
  path: string
  headers: IncomingHttpHeaders
  body: string
  /** What the model reads: the texts of each role, part by part, and the pictures. */
  system: string
  user: string[]
  pictures: Buffer[]
}

/** Answers a request in place of a model; `undefined` is a usual answer of the next text. */
type Answer = (request: ModelRequest, res: ServerResponse) => void

export interface ModelDouble extends AsyncDisposable {
  url: string
  requests: ModelRequest[]
  /** The texts of the next answers; the last one repeats. */
  answers: string[]
  /** Set to answer in another way than a model. */
  answer?: Answer
}

/** The token that the double issues for a key file. */
export const MODEL_TOKEN = 'token-of-an-hour'

/** Starts a server that speaks the APIs of all providers, each as its own does, at any path before that of the API. */
export async function startModelDouble(): Promise<ModelDouble> {
  const requests: ModelRequest[] = []
  const answers = ['An answer.']
  const server = await listenOn(ORIGIN_HOST, (req, res) => {
    void text(req).then((body) => {
      const path = req.url!
      const form = formOf(path)
      const read = form ? form.read(JSON.parse(body)) : { system: '', user: [], pictures: [] }
      const request = { method: req.method!, path, headers: req.headers, body, ...read }
      requests.push(request)
      if (double.answer) return double.answer(request, res)
      res.setHeader('content-type', 'application/json')
      if (path.endsWith('/token')) return res.end(JSON.stringify({ access_token: MODEL_TOKEN }))
      if (!form) return res.writeHead(404).end('{}')
      const answer = answers.length > 1 ? answers.shift()! : answers[0]!
      res.end(JSON.stringify(form.write(answer)))
    })
  })
  const double: ModelDouble = { ...server, requests, answers }
  return double
}
