import { describe, expect, jest, test } from '@jest/globals'
import { keepsEmpty } from '@render/options'
import {
  asForm,
  fuzzedRequests,
  inCamelCase,
  propertySettings,
  validBody,
  wrongBody,
  type ApiResponse,
} from '@render/testkit'
import * as fc from 'fast-check'
import { useWorld } from './support/use-world.ts'

type Body = Record<string, unknown>

jest.setTimeout(120_000 + 100 * fuzzedRequests)

// Sends bodies generated from the option table: each answer is 201 or names the errors.
describe('bodies generated from the option table', () => {
  const world = useWorld()

  const path = '/v1/render/async'
  const asJson = (body: Body) => world.post(path, body)
  const asFormBody = (body: Body) => {
    const pairs = Object.entries(asForm(body)).flatMap(([name, value]) =>
      [value].flat().map((text): [string, string] => [name, String(text)]),
    )
    const init = { method: 'POST', headers: { authorization: `Bearer ${world.key}` } }
    return world.ask(path, { ...init, body: new URLSearchParams(pairs) })
  }

  function expectTaken({ status, headers, body }: ApiResponse): void {
    if (status === 201) {
      expect(headers.get('x-service-warnings')).toBe(String(body.warnings?.length ?? 0))
      return
    }
    expect(status).toBe(400)
    expect(body.error.details.length).toBeGreaterThan(0)
    for (const { option, message } of body.error.details) expect(message).toContain(option)
  }

  test('are accepted or refused alike in both spellings and as JSON or form', async () => {
    await fc.assert(
      fc.asyncProperty(validBody, async (body) => {
        // A form leaves out empty values, except addresses.
        const filledIn = Object.fromEntries(
          Object.entries(body).filter(([name, value]) => value !== '' || keepsEmpty(name)),
        )
        const answers = await Promise.all([
          asJson(body),
          asJson(inCamelCase(body)),
          asFormBody(body),
          asJson(filledIn),
        ])
        for (const answer of answers) expectTaken(answer)
        const results = answers.map(({ status, body: { error, warnings } }) => ({ status, error, warnings }))
        expect(results[1]).toEqual(results[0])
        expect(results[2]).toEqual(results[3])
      }),
      propertySettings({ numRuns: Math.ceil(fuzzedRequests / 4) }),
    )
  })

  test('are refused with the name of the wrong option', async () => {
    await fc.assert(
      fc.asyncProperty(wrongBody, async ({ body, wrong }) => {
        // JSON has no such number.
        fc.pre(body[wrong] !== Number.POSITIVE_INFINITY)
        const { status, body: answered } = await asJson(body)
        expect([status, answered.error.message]).toEqual([400, expect.stringContaining(`"${wrong}`)])
      }),
      propertySettings({ numRuns: fuzzedRequests }),
    )
  })

  test('with any other content never cause a 5xx', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(fc.string(), fc.jsonValue()).map((body) => JSON.stringify({ html: 'x', ...body })),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        expect((await world.post(path, {}, { body })).status).toBeLessThan(500)
      }),
      propertySettings({ numRuns: fuzzedRequests }),
    )
  })
})
