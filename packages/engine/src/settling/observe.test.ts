import { expect, test } from '@jest/globals'
import type { Tab } from '../browser/tab.ts'
import { realTime } from '../page-time/page-time.ts'
import { createObserver } from './observe.ts'
import { OPEN_REQUEST } from '../../tests/open-request.ts'
import type { OpenRequest, Traffic } from './traffic.ts'

const CAPTURED = { selector: undefined, clip: undefined, isWhole: false }

test('a request that ends while the page is looked at is seen, because the page has not shown its response', async () => {
  let open = [OPEN_REQUEST]
  const evaluate = () => {
    open = []
    return Promise.resolve({ result: { value: [] } })
  }
  const tab = { world: { evaluate }, time: realTime } as unknown as Tab
  const traffic = { openRequests: () => open, hasMessengers: () => false } as unknown as Traffic
  const observe = createObserver(tab, traffic, { captured: CAPTURED, hasCode: true })
  expect((await observe()).requests).toEqual([OPEN_REQUEST])
  expect((await observe()).requests).toEqual([])
})

test('a request that the look itself causes is seen, also when its event comes after the reply', async () => {
  let open: OpenRequest[] = []
  const evaluate = () => Promise.resolve({ result: { value: [] } })
  const awaitEvents = () => {
    open = [OPEN_REQUEST]
    return Promise.resolve()
  }
  const tab = { world: { evaluate }, time: realTime, awaitEvents } as unknown as Tab
  const traffic = { openRequests: () => open, hasMessengers: () => false } as unknown as Traffic
  const observe = createObserver(tab, traffic, { captured: CAPTURED, hasCode: true })
  expect((await observe()).requests).toEqual([OPEN_REQUEST])
})
