import { loadFilters, type Filters } from '@render/filters'
import type { RenderOptions } from '@render/options'
import { callInFrame } from '../../browser/call-in-page.ts'
import { inEveryFrame } from '../../browser/every-frame.ts'
import { hideMatches, type Hiding } from '../../in-page/hide-matches.ts'
import { unlockScroll } from '../../in-page/unlock-scroll.ts'
import { stage } from '../../stage.ts'
import type { Work } from '../../work.ts'

/** Hides what filter lists know as banners about cookies, and as the places of advertisements. */
export const hideListed = stage({
  name: 'hide-listed',
  phase: 'prepare',
  owns: ['hide_cookie_banners'],
  borrows: ['block_ads'],
  run: hide,
})

/** And what came later, such as on scrolling, or with a document that took the place of the first. */
export const hideLate = stage({
  name: 'hide-late',
  phase: 'guard',
  borrows: ['hide_cookie_banners', 'block_ads'],
  run: hide,
})

async function hide(
  work: Work,
  { hide_cookie_banners, block_ads }: Pick<RenderOptions, 'hide_cookie_banners' | 'block_ads'>,
): Promise<void> {
  if (!hide_cookie_banners && !block_ads) return
  const banners = hide_cookie_banners ? await loadFilters('cookie-banners') : undefined
  const ads = block_ads ? await loadFilters('ads') : undefined
  const styleBy = (rulesOf: (filters: Filters) => string) => ({
    banners: banners ? rulesOf(banners) : '',
    others: ads ? rulesOf(ads) : '',
  })
  await inEveryFrame(work, async (frame) => {
    const add = (style: Hiding) => callInFrame(work.tab, frame, hideMatches, style, unlockScroll)
    const found = await add({ ...styleBy((filters) => filters.styleAt(frame.url())), isFirst: true })
    if (!found) return
    const style = styleBy((filters) => filters.styleFor(found))
    if (style.banners || style.others) await add(style)
  })
}
