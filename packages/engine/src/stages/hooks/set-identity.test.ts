import { expect, test } from '@jest/globals'
import { resolveOptions, toRenderOptions, type GivenOptions } from '@render/options'
import { startPageContext } from '../../page-context.ts'
import { setIdentity } from './set-identity.ts'

/** What the browser is asked. */
async function asked(given: GivenOptions): Promise<string[]> {
  const calls: string[] = []
  const send = async (method: string) => {
    calls.push(method)
    return { userAgent: 'Mozilla/5.0 (X11; Linux x86_64) HeadlessChrome/156.0.0.0' }
  }
  const ctx = startPageContext({ target: {} } as Parameters<typeof startPageContext>[0])
  ctx.tab = { session: { send } } as never
  await setIdentity.run(ctx, toRenderOptions(resolveOptions(given)))
  return calls
}

test('the browser is asked nothing where nothing is asked for', async () => {
  expect(await asked({ html: 'x' })).toEqual([])
  expect(await asked({ html: 'x', platform: 'Win32' })).toContain('Emulation.setUserAgentOverride')
})
