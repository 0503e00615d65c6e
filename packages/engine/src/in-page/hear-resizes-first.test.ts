import { expect, test } from '@jest/globals'
import { hearResizesFirst } from './hear-resizes-first.ts'

test('a window that a second document takes over is listened to once', () => {
  const heard: string[] = []
  const addEventListener = (type: string) => void heard.push(type)
  class MediaQueryList {
    addEventListener(): void {}
    addListener(): void {}
  }
  const page = { window: { addEventListener, visualViewport: { addEventListener } }, MediaQueryList }
  Object.assign(globalThis, page)
  hearResizesFirst()
  hearResizesFirst()
  expect(heard).toEqual(['resize', 'resize'])
})
