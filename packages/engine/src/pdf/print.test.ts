import { expect, test } from '@jest/globals'
import type { CDPSession } from 'playwright-core'
import { print } from './print.ts'

const SETTINGS = {
  scale: 1,
  printBackground: true,
  generateTaggedPDF: true,
  generateDocumentOutline: false,
  pageRanges: '',
  paperWidth: 1,
  paperHeight: 1,
}
const PART = { data: 'x'.repeat(1024 ** 2), base64Encoded: false }

/** Returns a session whose print has so many parts of a megabyte, and the names of its calls. */
function sessionWith(parts: number) {
  const calls: string[] = []
  let left = parts
  const answers: Record<string, () => object> = {
    'Page.printToPDF': () => ({ stream: 'handle' }),
    'IO.read': () => ({ ...PART, eof: (left -= 1) === 0 }),
    'IO.close': () => ({}),
  }
  const send = (method: string) => {
    calls.push(method)
    return Promise.resolve(answers[method]!())
  }
  return { calls, session: { send } as unknown as CDPSession }
}

test('a print of 200 MB is read part by part', async () => {
  const { calls, session } = sessionWith(200)
  await print(session, '/dev/null', SETTINGS)
  expect(calls.filter((name) => name === 'IO.read')).toHaveLength(200)
  expect(calls.at(-1)).toBe('IO.close')
})

test('a larger one is refused, and the browser releases it', async () => {
  const { calls, session } = sessionWith(Infinity)
  await expect(print(session, '/dev/null', SETTINGS)).rejects.toMatchObject({
    code: 'EngineResponseNotOkError',
    message: 'The PDF is larger than 200 MB.',
  })
  expect([calls.length, calls.at(-1)]).toEqual([203, 'IO.close'])
})
