import { describe, expect, test } from '@jest/globals'
import { createOptions } from '../create-options.ts'
import { features, missingFeature, type FeatureName } from './features.ts'
import type { GivenOptions } from './table.ts'

const { parseOptions } = createOptions()
const read = (options: object) => parseOptions({ html: 'x', ...options }).options

const cases: Record<FeatureName, [GivenOptions, string][]> = {
  pdf: [[{ format: 'pdf' }, 'format']],
  video: [
    [{ format: 'mp4' }, 'format'],
    [{ format: 'webm' }, 'format'],
  ],
  llm: [[{ use_llm: true }, 'use_llm']],
  storage: [
    [{ use_s3: true }, 'use_s3'],
    [{ s3_presigned_url: 'https://a.example/' }, 's3_presigned_url'],
    [{ thumbnails: [{ size: 9 }, { size: 9, presigned_url: 'https://a.example/' }] }, 'thumbnails'],
  ],
  proxies: [
    [{ proxy: 'a.example:80' }, 'proxy'],
    [{ pov: 'geo' }, 'pov'],
    [{ retry_with: [{}, { use_proxy: true }] }, 'use_proxy'],
  ],
  stealth: [
    [{ use_stealth: true }, 'use_stealth'],
    [{ retry_with: [{ use_stealth: true }] }, 'use_stealth'],
  ],
  web_bot_auth: [
    [{ web_bot_auth: true }, 'web_bot_auth'],
    [{ web_bot_auth_optional: true }, 'web_bot_auth_optional'],
  ],
  queues: [[{ region: 'eu' }, 'region']],
}

describe.each(Object.entries(cases))('the feature %s', (feature, needing) => {
  test.each(needing)('is needed by %j', (options, option) => {
    const others = Object.keys(features).filter((name) => name !== feature)
    expect(missingFeature(options, others)).toEqual({ feature, option })
    expect(missingFeature(options, [feature])).toBeUndefined()
    expect(missingFeature(options, ['*'])).toBeUndefined()
  })
})

test('options that are off, absent or at their default need no feature', () => {
  for (const options of [
    {},
    { use_stealth: false, use_proxy: 'false' },
    { format: 'webp', full_page: true, thumbnails: [{ size: 9 }], s3_presigned_url: '' },
    { retry_with: { proxy: null, use_stealth: false } },
  ])
    expect(missingFeature(read(options), [])).toBeUndefined()
})
