import { expect, jest, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { BLOCKS } from '../../../blocking/blocked-types.ts'
import type { PageContext } from '../../../page-context.ts'
import { blockSharedWorkers } from './block-shared-workers.ts'

/** Returns whether the stage adds a script to the documents of a page. */
async function isAddedWith(options: GivenOptions): Promise<boolean> {
  const page = { addInitScript: jest.fn(), evaluate: jest.fn() }
  const ctx = { tab: { page } } as unknown as PageContext
  await blockSharedWorkers.run(ctx, toRenderOptions(resolveOptions({ html: 'x', ...options })))
  return page.addInitScript.mock.calls.length > 0
}

test('each option that blocks requests turns shared workers off', async () => {
  const each: GivenOptions[] = [
    ...BLOCKS.map((name) => ({ [name]: true })),
    { block_ads: true },
    { block_injections: true },
    { block_sockets: true },
    { block_urls: ['a.example'] },
    { block_url_keywords: ['a'] },
    { lightweight: true },
    { lightweight: true, block_medias: false },
  ]
  const added = await Promise.all(each.map(isAddedWith))
  expect(each.filter((_, at) => !added[at])).toEqual([])
  expect(await isAddedWith({})).toBe(false)
})
