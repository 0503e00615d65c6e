import { afterEach, expect, test } from '@jest/globals'
import { interceptResizeEvents } from './intercept-resize-events.ts'

// Unit tests share their globals.
afterEach(() => {
  for (const name of ['window', 'MediaQueryList']) Reflect.deleteProperty(globalThis, name)
})

test('adds its listeners once to a window that a second document reuses', () => {
  const types: string[] = []
  const addEventListener = (type: string) => void types.push(type)
  class MediaQueryList {
    addEventListener(): void {}
    addListener(): void {}
  }
  const window = { addEventListener, visualViewport: { addEventListener } }
  Object.assign(globalThis, { window, MediaQueryList })
  interceptResizeEvents()
  interceptResizeEvents()
  expect(types).toEqual(['resize', 'resize'])
})
