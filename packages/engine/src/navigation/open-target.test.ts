import { expect, test } from '@jest/globals'
import { againAfterErrorPage } from './open-target.ts'

const go = () => Promise.resolve('loaded')
const interruptedBy = (address: string) =>
  `page.goto: Navigation to "http://a.test/" is interrupted by another navigation to "${address}"`

test('a load that the error page of the one before interrupts begins again', async () => {
  const error = new Error(interruptedBy('chrome-error://chromewebdata/'))
  expect(await againAfterErrorPage(error, go)).toBe('loaded')
})

test.each([interruptedBy('http://b.test/'), 'net::ERR_CONNECTION_RESET'])(
  'a load with another failure does not: %s',
  (message) => {
    const error = new Error(message)
    expect(() => againAfterErrorPage(error, go)).toThrow(error)
  },
)
