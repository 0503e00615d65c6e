import { expect, test } from '@jest/globals'
import type { PageContext } from '../page-context.ts'
import { realTime } from '../page-time/page-time.ts'
import { drawMark } from './draw-mark.ts'

const never = (): Promise<never> => new Promise(() => undefined)

test.each([
  ['a page', { newPage: never }],
  ['its session', { newPage: async () => ({}), newCDPSession: never }],
])('a mark is not waited for when the browser does not open %s in time', async (_, context) => {
  const drawing = { content: { text: 'x', declarations: [] }, ratio: 1 } as unknown as Parameters<
    typeof drawMark
  >[1]
  const ctx = { tab: { context, time: realTime } } as unknown as PageContext
  await expect(drawMark(ctx, drawing, 1)).rejects.toMatchObject({ code: 'RenderTimeoutError' })
})
