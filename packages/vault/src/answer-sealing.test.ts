import { expect, test } from '@jest/globals'
import { createAnswerSealingKeys, openAnswer, sealAnswer } from './answer-sealing.ts'

test('an answer opens with the key of its render only, and only unchanged', async () => {
  const keyOf = createAnswerSealingKeys('a secret')
  const sealed = await sealAnswer({ url: 'https://sesame.example' }, keyOf('a'))
  expect(sealed).not.toContain(Buffer.from('sesame').toString('base64url'))
  expect(await openAnswer(sealed, createAnswerSealingKeys('a secret')('a'))).toEqual({
    url: 'https://sesame.example',
  })
  for (const key of [keyOf('b'), createAnswerSealingKeys('another')('a')])
    await expect(openAnswer(sealed, key)).rejects.toThrow()
  const [head, ...rest] = sealed.split('.')
  const changed = rest.map((part) => part.replace(/^./, (first) => (first === 'A' ? 'B' : 'A')))
  await expect(openAnswer([head, ...changed].join('.'), keyOf('a'))).rejects.toThrow()
})
