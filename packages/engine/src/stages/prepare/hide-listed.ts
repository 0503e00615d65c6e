import { loadFilters, type Filters } from '@render/filters'
import { callInFrame } from '../../protocol/call-in-page.ts'
import { inEveryFrame } from '../../protocol/frames.ts'
import { hideMatches, type Found, type Hiding } from '../../in-page/hiding/hide-matches.ts'
import { stage } from '../../stage.ts'

/** Hides cookie banners and empty advertisement slots that filter lists know. */
export const hideListed = stage({
  name: 'hide-listed',
  phase: 'prepare',
  owns: ['hide_cookie_banners'],
  direct: true,
  borrows: ['block_ads'],
  async run(ctx, { hide_cookie_banners, block_ads }) {
    if (!hide_cookie_banners && !block_ads) return
    const banners = hide_cookie_banners ? await loadFilters('cookie-banners') : undefined
    const ads = block_ads ? await loadFilters('ads') : undefined
    const styleBy = (rulesOf: (filters: Filters) => string) => ({
      banners: banners ? rulesOf(banners) : '',
      others: ads ? rulesOf(ads) : '',
    })
    await inEveryFrame(ctx, async (frame) => {
      const add = async (style: Hiding): Promise<Found | undefined> => {
        const found = await callInFrame(frame, hideMatches, style)
        if (found?.isUnlocked) ctx.isUnlocked = true
        return found
      }
      const found = await add({ ...styleBy((filters) => filters.styleAt(frame.url)), isFirst: true })
      if (!found) return
      const style = styleBy((filters) => filters.styleFor(found))
      if (style.banners || style.others) await add(style)
    })
  },
})
