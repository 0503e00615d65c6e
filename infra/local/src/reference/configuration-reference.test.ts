import { readFileSync } from 'node:fs'
import { describe, expect, test } from '@jest/globals'
import { declaredNames, SERVICES } from '../stack/service-environment.ts'
import { writeConfigurationReference } from './configuration-reference.ts'

const page = await writeConfigurationReference()

describe('the configuration reference', () => {
  test('docs/configuration.md is what `npm run generate` writes', () => {
    const written = readFileSync(new URL('../../../../docs/configuration.md', import.meta.url), 'utf8')
    expect(written).toBe(page)
  })

  test.each(SERVICES)('has one row for each variable of %s', async (service) => {
    const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name)
    expect(rows).toEqual(expect.arrayContaining(await declaredNames(service)))
    expect(new Set(rows).size).toBe(rows.length)
  })

  test('shows readers, valid values, defaults per service, and secrets', () => {
    expect(page).toMatch(
      /^\| `REDIS_URL` \| all \| a URL that begins with redis:\/\/, rediss:\/\/, unix: \| \*\*required\*\* \| Redis, .* Secret\. \|$/m,
    )
    expect(page).toMatch(/^\| `METRICS_PORT` .* gateway: `9090`; .*; management: \*\*required\*\* \|/m)
    expect(page).toMatch(/^\| `CHROMIUM_SANDBOX` \| on or off \| `on` \|/m)
    expect(page).toMatch(/^\| `WEBHOOK_RETRY_DELAYS` .* \| `5s,5m,30m,2h,5h,10h,10h` \|/m)
  })
})
