import type { HttpClient } from '@render/net'
import type { AnswerForm } from './answer-form.ts'
import { createAsk, ProviderError } from './ask.ts'
import type { LlmCredential } from './credential.ts'
import { createProviderFetch } from './provider-fetch.ts'
import { baseOf, providers } from './providers.ts'
import type { Prompts } from './prompts.ts'

/** A question about a page. */
export interface Question extends Prompts {
  credential: LlmCredential
  model: string
  /** Absent for 0 where the model accepts it. */
  temperature?: number
  maxTokens: number
  /** Absent for free text. */
  form?: AnswerForm
  /** True for the complete response of the provider as the answer. */
  isFullResponse: boolean
}

/** The answer, or why there is none, in words that quote neither the provider nor a secret. */
export type ModelAnswer = ({ answer: unknown } | { error: string }) & { warnings: string[] }

interface AskSettings {
  http: Pick<HttpClient, 'request'>
  /** Ends the request; it then rejects with the reason. */
  signal: AbortSignal
  /** Time limit of everything together. */
  timeoutMs: number
}

/** Asks a model about a page. The SDK is loaded by the first question. */
export async function askModel(
  question: Question,
  { http, signal, timeoutMs }: AskSettings,
): Promise<ModelAnswer> {
  const warnings = new Set<string>()
  const endsAt = performance.now() + timeoutMs
  const deadline = AbortSignal.timeout(timeoutMs)
  const limit = AbortSignal.any([signal, deadline])
  const result = await answerOrError()
  return { ...result, warnings: [...warnings] }

  async function answerOrError(): Promise<{ answer: unknown } | { error: string }> {
    try {
      const { generateAnswer } = await import('./generate-answer.ts')
      const { credential, model } = question
      const baseURL = baseOf(credential)
      const fetch = createProviderFetch({ http, base: baseURL, timeoutMs, signal: limit })
      const ask = createAsk(http, limit)
      const opened = await providers[credential.provider]!.open({ credential, model, baseURL, fetch, ask })
      return { answer: await generateAnswer(opened, question, { signal: limit, warnings }) }
    } catch (error) {
      signal.throwIfAborted()
      // The request has the same limit, whichever is noticed first.
      if (deadline.aborted || performance.now() >= endsAt - 1)
        return { error: `The model did not answer within ${timeoutMs / 1000} seconds.` }
      return { error: messageOf(error) }
    }
  }
}

/** The SDK's errors quote the provider, so only what we say ourselves is passed on. */
function messageOf(error: unknown): string {
  for (let each = error; each instanceof Error; each = each.cause)
    if (each instanceof ProviderError) return each.message
  return 'The provider did not return a valid model response.'
}
