// Reads and deletes files and private answers that are kept for one answer only.
import { RenderError } from '@render/errors'
import { PRIVATE_ANSWER_KEPT_MS, asServiceUnavailable, type PrivateAnswer } from '@render/jobs'
import { storedKeys, type Finished } from '@render/outputs'
import { openAnswer } from '@render/vault'
import type { Response } from 'express'
import type { GatewayContext } from '../context.ts'
import type { AnsweredRender } from './result-writers.ts'

type PrivateAnswerContext = Pick<GatewayContext, 'sealingKeyOf' | 'privateAnswers' | 'sweeps'>

/**
 * Returns the result and the options for a caller who waits. With `secure_mode` they are read from the sealed answer.
 * @throws {RenderError} `NotFound` when that was sent already or has expired.
 */
export async function readAnswer(
  { renderId, options }: AnsweredRender,
  finished: Finished,
  { sealingKeyOf, privateAnswers }: Pick<PrivateAnswerContext, 'sealingKeyOf' | 'privateAnswers'>,
): Promise<PrivateAnswer> {
  if (!options.secure_mode) return { options, finished }
  const sealed = await asServiceUnavailable(privateAnswers.find(renderId))
  const answer = sealed && ((await openAnswer(sealed, sealingKeyOf(renderId))) as PrivateAnswer)
  // An attempt that lost its job may have left another end.
  if (answer && answer.finished.status === finished.status) return answer
  if (finished.status === 'failed') return { options, finished }
  throw new RenderError('NotFound', {
    message: `With "secure_mode" a result can be fetched once, within ${PRIVATE_ANSWER_KEPT_MS / 1000} seconds after the render: it is no longer available.`,
  })
}

/**
 * Deletes what is kept for one answer once that was sent to its end. A client that left before can ask again until the worker's
 * own deletion, which also covers a gateway that dies.
 */
export function deleteWhenSent(
  res: Response,
  { renderId, options, finished }: PrivateAnswer & Pick<AnsweredRender, 'renderId'>,
  { privateAnswers, sweeps }: Pick<PrivateAnswerContext, 'privateAnswers' | 'sweeps'>,
): void {
  if (res.req.method === 'HEAD') return
  const isOnce = finished.status === 'succeeded' && finished.outcome.isAnsweredOnce
  res.once('finish', () => {
    // An error was sent instead, because the store did not answer: the client can ask again.
    if (finished.status === 'succeeded' && res.statusCode >= 400) return
    if (isOnce) void sweeps.deleteFiles(renderId, storedKeys(finished.outcome)).catch(() => {})
    if (options.secure_mode) void privateAnswers.remove(renderId).catch(() => {})
  })
}
