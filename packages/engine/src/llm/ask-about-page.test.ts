import { expect, test } from '@jest/globals'
import { askStage } from '../stage.ts'
import { askAboutPage } from './ask-about-page.ts'

type Question = Parameters<typeof askAboutPage>[0]
type Request = Parameters<typeof askAboutPage>[2]

const question = { endsAtMs: 0 } as Question
const request = { options: {} } as Request

const failing = askStage({
  name: 'fail',
  phase: 'transform',
  async run() {
    throw new Error('no picture')
  },
})

test('a question that fails is not asked, and the render goes on', async () => {
  const { result } = await askAboutPage(question, [failing], request, new AbortController().signal)
  expect(result).toEqual({ error: 'The model was not asked.' })
})

test('a cancelled render ends', async () => {
  const asking = askAboutPage(question, [failing], request, AbortSignal.abort(new Error('cancelled')))
  await expect(asking).rejects.toThrow('cancelled')
})
