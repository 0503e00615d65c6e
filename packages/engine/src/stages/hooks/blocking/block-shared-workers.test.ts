import { expect, jest, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { BLOCKS } from '../../../blocking/blocked-types.ts'
import type { PageContext } from '../../../page-context.ts'
import { blockSharedWorkers } from './block-shared-workers.ts'

/** Returns whether the stage adds a script to the documents of a page. */
async function isAddedWith(options: GivenOptions): Promise<boolean> {
  const page = { addInitScript: jest.fn(), evaluate: jest.fn() }
  const ctx = { tab: { page }, target: {} } as unknown as PageContext
  await blockSharedWorkers.run(ctx, toRenderOptions(resolveOptions({ html: 'x', ...options })))
  return page.addInitScript.mock.calls.length > 0
}

test('each option that blocks or changes requests turns shared workers off', async () => {
  const each: GivenOptions[] = [
    ...BLOCKS.map((name) => ({ [name]: true })),
    { block_ads: true },
    { block_injections: true },
    { block_sockets: true },
    { block_urls: ['a.example'] },
    { block_url_keywords: ['a'] },
    { lightweight: true },
    { lightweight: true, block_medias: false },
    { user_agent: 'x' },
    { platform: 'Win32' },
    { accept_lang: 'fr' },
    { hide_headless: true },
    { use_stealth: true },
    { header: ['X-Own=1'] },
    { authorization: 'x' },
    { web_bot_auth: true },
    { web_bot_auth_optional: true },
    { add_cors: true },
  ]
  const added = await Promise.all(each.map(isAddedWith))
  expect(each.filter((_, at) => !added[at])).toEqual([])
  expect(await isAddedWith({})).toBe(false)
})
