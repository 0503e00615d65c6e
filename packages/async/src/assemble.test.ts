import { describe, expect, test } from '@jest/globals'
import { assemble } from './assemble.ts'

function recorder() {
  const disposed: string[] = []
  const part = (name: string) => ({
    async [Symbol.asyncDispose]() {
      disposed.push(name)
    },
  })
  return { disposed, part }
}

describe('assemble', () => {
  test('keeps the parts until the object is disposed, then disposes them in reverse order', async () => {
    const { disposed, part } = recorder()
    const built = await assemble((parts) => {
      parts.use(part('first'))
      parts.use(part('second'))
      return { name: 'built' }
    })
    expect([built.name, disposed]).toEqual(['built', []])
    await built[Symbol.asyncDispose]()
    expect(disposed).toEqual(['second', 'first'])
  })

  test('disposes the parts made so far when building fails', async () => {
    const { disposed, part } = recorder()
    const building = assemble(async (parts) => {
      parts.use(part('first'))
      throw new Error('no second part')
    })
    await expect(building).rejects.toThrow('no second part')
    expect(disposed).toEqual(['first'])
  })
})
