import { describe, expect, test } from '@jest/globals'
import { asForm, inCamelCase, validBody, wrongBody, type Answer } from '@render/testkit'
import * as fc from 'fast-check'
import { useWorld } from './support/use-world.ts'

type Body = Record<string, unknown>

// Bodies made from the table, two thousand of them, sent to the door: its answer is 201 or names what is wrong.
describe('bodies made from the table', () => {
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

  function expectTaken({ status, headers, body }: Answer): void {
    if (status === 201) {
      expect(headers.get('x-service-warnings')).toBe(String(body.warnings?.length ?? 0))
      return
    }
    expect(status).toBe(400)
    expect(body.error.details.length).toBeGreaterThan(0)
    for (const { option, message } of body.error.details) expect(message).toContain(option)
  }

  test('are taken or refused alike in both spellings and as JSON or form', async () => {
    await fc.assert(
      fc.asyncProperty(validBody, async (body) => {
        const answers = await Promise.all([asJson(body), asJson(inCamelCase(body)), asFormBody(body)])
        for (const answer of answers) expectTaken(answer)
        const said = answers.map(({ status, body: { error, warnings } }) => ({ status, error, warnings }))
        expect(said[1]).toEqual(said[0])
        expect(said[2]).toEqual(said[0])
      }),
      { numRuns: 300 },
    )
  }, 120_000)

  test('are refused by the name of the option that is wrong', async () => {
    await fc.assert(
      fc.asyncProperty(wrongBody, async ({ body, wrong }) => {
        // JSON has no such number.
        fc.pre(body[wrong] !== Number.POSITIVE_INFINITY)
        const { status, body: answered } = await asJson(body)
        expect([status, answered.error.message]).toEqual([400, expect.stringContaining(`"${wrong}`)])
      }),
      { numRuns: 600 },
    )
  }, 120_000)

  test('of any other making are no fault of ours', async () => {
    const anything = fc.oneof(
      fc.json(),
      fc.string(),
      fc.dictionary(fc.string(), fc.jsonValue()).map((body) => JSON.stringify({ html: 'x', ...body })),
    )
    await fc.assert(
      fc.asyncProperty(anything, async (body) => {
        expect((await world.post(path, {}, { body })).status).toBeLessThan(500)
      }),
      { numRuns: 500 },
    )
  }, 120_000)
})
