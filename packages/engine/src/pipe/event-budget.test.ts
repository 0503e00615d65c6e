import { expect, test } from '@jest/globals'
import { createEventBudget } from './event-budget.ts'

function attached(sessionId: string, type: string, targetId: string, parent?: string) {
  const params = { sessionId, targetInfo: { type, targetId } }
  return { method: 'Target.attachedToTarget', params, sessionId: parent }
}

test('a page, its workers and all sessions of it have one budget, and other pages their own', () => {
  const budget = createEventBudget(100)
  budget.track(attached('page 1', 'page', 'A'))
  budget.track(attached('worker', 'worker', 'W', 'page 1'))
  budget.track(attached('root', 'browser', 'R'))
  budget.track(attached('page 1 again', 'page', 'A', 'root'))
  budget.track(attached('page 2', 'page', 'B', 'root'))
  expect(budget.charge('page 1', 40)).toBeUndefined()
  expect(budget.charge('worker', 40)).toBeUndefined()
  expect(budget.charge('page 2', 100)).toBeUndefined()
  expect(budget.charge('page 1 again', 40)).toMatchObject({ targetId: 'A', sessionId: 'page 1' })
  expect(budget.charge('page 1', 40)).toBeUndefined()
  expect(budget.charge('page 2', 1)).toMatchObject({ targetId: 'B', sessionId: 'page 2' })
  expect(budget.charge(undefined, 1000)).toBeUndefined()
})

test('a session that was closed has no budget, and is no worker', () => {
  const budget = createEventBudget(100)
  budget.track(attached('worker', 'service_worker', 'W'))
  expect(budget.isWorker('worker')).toBe(true)
  budget.track({ method: 'Target.detachedFromTarget', params: { sessionId: 'worker' } })
  expect(budget.isWorker('worker')).toBe(false)
  expect(budget.charge('worker', 1000)).toBeUndefined()
})
