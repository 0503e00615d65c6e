import { describe, expect, test } from '@jest/globals'
import { loadFilters } from './filters.ts'

const PAGE = 'https://news.example/'
const script = (url: string) => ({ url, pageUrl: PAGE, type: 'script' as const })

describe('packed filters', () => {
  test('work with the installed engine and block advertisements and miners only', async () => {
    const [ads, miners] = await Promise.all([loadFilters('ads'), loadFilters('miners')])
    const blocked = (url: string) => [ads.blocks(script(url)), miners.blocks(script(url))]
    expect(blocked('https://securepubads.g.doubleclick.net/tag/js/gpt.js')).toEqual([true, false])
    expect(blocked('https://www.googletagmanager.com/gtm.js?id=1')).toEqual([true, false])
    expect(blocked('https://coin-have.com/c/x.js')).toEqual([true, true])
    expect(blocked('https://news.example/app.js')).toEqual([false, false])
  })

  test('are loaded once', () => {
    expect(loadFilters('miners')).toBe(loadFilters('miners'))
  })

  test('hide elements by the content of a document', async () => {
    const [ads, banners] = await Promise.all([loadFilters('ads'), loadFilters('cookie-banners')])
    const names = { url: PAGE, ids: ['onetrust-consent-sdk'], classes: ['ad-slot'], links: [] }
    expect(banners.styleFor(names)).toContain('#onetrust-consent-sdk')
    expect(banners.styleFor({ ...names, ids: ['didomi-host'] })).toContain('#didomi-host')
    expect(banners.styleFor({ ...names, ids: [] })).not.toContain('onetrust')
    const makers = { ids: ['pandectes-banner', 'cl-consent', 'hu'], classes: ['ch2-container', 'hu-wrapper'] }
    const style = banners.styleFor({ ...names, ...makers })
    for (const selector of ['#pandectes-banner', '#cl-consent', '#hu.hu-wrapper', '.ch2-container'])
      expect(style).toContain(selector)
    expect(ads.styleFor(names)).toContain('.ad-slot')
    expect(ads.styleFor({ ...names, classes: [] })).not.toContain('.ad-slot')
    expect(ads.styleAt(PAGE)).toContain('ins.adsbygoogle[data-ad-client]')
    expect(ads.styleFor(names)).not.toContain('ins.adsbygoogle[data-ad-client]')
  })

  test('list entirely blocked hosts, without public suffixes', async () => {
    const hosts = (await loadFilters('miners')).hosts()
    expect(hosts).toContain('coin-have.com')
    expect(hosts.length).toBeGreaterThan(100)
    expect(hosts).not.toContain('duckdns.org')
    expect(hosts.filter((host) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(host))).toEqual([])
  })
})
