import { describe, expect, test } from '@jest/globals'
import { clientHintsOf, platformOf, userAgentPresets } from './user-agents.ts'

describe('a user agent', () => {
  test.each([
    ['mobile', 'iPhone', undefined],
    ['desktop', 'MacIntel', 'macOS'],
  ])('%s has a matching platform and matching client hints', (preset, platform, system) => {
    const userAgent = userAgentPresets.get(preset)!('156')
    expect(userAgent).not.toContain('Headless')
    expect(platformOf(userAgent)).toBe(platform)
    expect(clientHintsOf(userAgent)?.platform).toBe(system)
  })

  test('based on Chromium has hints with its brand and version', () => {
    const edge = 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.1.2 Safari/537.36 Edg/140.0.1.2'
    expect(clientHintsOf(edge)).toMatchObject({
      platform: 'Windows',
      mobile: false,
      fullVersion: '140.0.1.2',
    })
    expect(clientHintsOf(edge)?.brands).toContainEqual({ brand: 'Microsoft Edge', version: '140' })
    expect([clientHintsOf('curl/8'), platformOf('curl/8')]).toEqual([undefined, undefined])
  })

  test.each([
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36', {}, ['Chromium', 'Google Chrome']],
    ['Mozilla/5.0 (X11; Linux x86_64) Chrome/156.0.0.0 Safari/537.36', { isOwn: true }, ['Chromium']],
    ['Mozilla/5.0 HeadlessChrome/156.0.0.0', { isOwn: true }, ['Chromium', 'HeadlessChrome']],
    ['Mozilla/5.0 HeadlessChrome/156.0.0.0', {}, ['Chromium', 'HeadlessChrome']],
    ['Mozilla/5.0 Ubuntu Chromium/80.0.1 Chrome/80.0.1 Safari/537.36', {}, ['Chromium']],
  ])('%s with options %j has the brands %j', (userAgent, options, brands) => {
    const result = clientHintsOf(userAgent, options)!.brands.map(({ brand }) => brand)
    expect(result.filter((brand) => !brand.startsWith('Not'))).toEqual(brands)
  })

  test('of the preset "random" is that of a browser', () => {
    expect(userAgentPresets.get('random')!('156')).toContain('Chrome/156.0.0.0')
  })
})
