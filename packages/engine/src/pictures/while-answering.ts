import type { CDPSession } from 'playwright-core'
import { settlesWithin } from '@render/async'

const USUAL = {
  /** The page is asked after this time, and again and again until the work ends. */
  pauseMs: 500,
  /** A page that does not answer within this time hangs, or its scripts draw for very long. */
  answerMs: 500,
}

/**
 * Returns the work, which the page takes part in, and calls `onSilent` when the page stops answering before the work ends.
 * Work that takes less than half a second costs no question.
 */
export function whileAnswering<T>(
  session: Pick<CDPSession, 'send'>,
  work: Promise<T>,
  onSilent: () => void,
  times = USUAL,
): Promise<T> {
  void watch(session, work, times).then((isSilent) => isSilent && onSilent())
  return work
}

/** Resolves to true when the page does not answer; false when the work ends before that. */
async function watch(
  session: Pick<CDPSession, 'send'>,
  work: Promise<unknown>,
  { pauseMs, answerMs }: typeof USUAL,
): Promise<boolean> {
  while (!(await settlesWithin(work, pauseMs))) {
    const answering = session.send('Runtime.evaluate', { expression: '0' }).catch(() => undefined)
    if (!(await settlesWithin(Promise.race([answering, work]), answerMs))) return true
  }
  return false
}
