// Checks threads that report an error after they were ended, as one does that runs out of memory at that moment.
import { expect, jest, test } from '@jest/globals'
import { Worker } from 'node:worker_threads'
import { convertInThread } from '../src/markdown/convert-in-thread.ts'
import type { ConversionRequest } from '../src/markdown/conversion.ts'
import { changePdf } from '../src/pdf/change-pdf.ts'

const work: Record<string, (signal: AbortSignal) => Promise<unknown>> = {
  'that converts a page': (signal) => convertInThread({} as ConversionRequest, signal),
  'that changes a PDF': (signal) => changePdf({ from: '', to: '', changes: { information: {} } }, signal),
}

test.each(Object.keys(work))('a thread %s reports an error after it was ended', async (name) => {
  using terminate = jest.spyOn(Worker.prototype, 'terminate')
  const ending = new AbortController()
  const result = work[name]!(ending.signal)
  ending.abort()
  await expect(result).rejects.toThrow('aborted')
  const [worker] = terminate.mock.contexts as Worker[]
  // Without a listener, the error would end this process.
  expect(() => worker!.emit('error', new Error('ERR_WORKER_OUT_OF_MEMORY'))).not.toThrow()
})
