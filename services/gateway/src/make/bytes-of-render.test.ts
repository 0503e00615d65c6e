import { expect, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import { bytesOfRender } from './bytes-of-render.ts'

const MANY = 100_000
const account = {
  project: {
    id: 'project',
    enabled: true,
    llm: { provider: 'openai', secrets: [], settings: { prompt: 'x'.repeat(MANY) } },
    sealedForWorker: 'x'.repeat(MANY),
  },
} as unknown as Account

function bytesOf(options: object, defaults: object = {}): number {
  const requested = { options, defaults: { options: defaults } }
  return bytesOfRender(requested as Parameters<typeof bytesOfRender>[0], account)
}

test('counts what the project adds to a render, where the render has it', () => {
  const own = bytesOf({ html: 'x' })
  expect(own).toBeLessThan(10_000)
  expect(bytesOf({ html: 'x', use_proxy: true }) - own).toBeGreaterThanOrEqual(MANY)
  expect(bytesOf({ html: 'x', use_llm: true }) - own).toBeGreaterThanOrEqual(2 * MANY)
  expect(bytesOf({ html: 'x' }, { use_llm: true })).toBe(bytesOf({ html: 'x', use_llm: true }))
})
