import { createEgress, createHttpClient, type HttpClient } from '@render/net'
import { ORIGIN_HOST, startModelDouble, type ModelDouble } from '@render/testkit'
import sharp from 'sharp'

export interface Setup extends AsyncDisposable {
  double: ModelDouble
  /** Another server, which only gets what a test expects to be sent elsewhere. */
  canary: ModelDouble
  /** Reaches the double. */
  http: HttpClient
  limits: (timeoutMs?: number) => { signal: AbortSignal; timeoutMs: number }
  reset: () => void
}

export const PICTURE = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

export const question = {
  model: 'a-model',
  prompt: 'What is it?',
  temperature: 0,
  maxTokens: 1000,
  isFullResponse: false,
}

/** Starts a double of all providers, and a canary. */
export async function startSetup(): Promise<Setup> {
  const [double, canary] = await Promise.all([startModelDouble(), startModelDouble()])
  return {
    double,
    canary,
    http: createHttpClient(createEgress({ allow: [ORIGIN_HOST] })),
    limits: (timeoutMs = 60_000) => ({ signal: new AbortController().signal, timeoutMs }),
    reset() {
      double.requests.length = 0
      canary.requests.length = 0
      double.answers.splice(0, Infinity, 'An answer.')
      double.answer = undefined
    },
    async [Symbol.asyncDispose]() {
      await double[Symbol.asyncDispose]()
      await canary[Symbol.asyncDispose]()
    },
  }
}
