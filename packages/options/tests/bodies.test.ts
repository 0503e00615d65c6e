import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { parseOptions, splitSecrets, redact, resolveOptions, warningsFor } from '@render/options'
import * as fc from 'fast-check'
import { asForm, inCamelCase, propertySettings, validBody, wrongBody } from '@render/testkit'

/** Returns the `RenderError` that an action throws; any other error is a bug. */
function errorOf(action: () => unknown): RenderError | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

describe('bodies generated from the table', () => {
  test('are accepted with the same result in both spellings, as JSON and as a form', () => {
    fc.assert(
      fc.property(validBody, (body) => {
        const { options, unknown, ignored } = parseOptions(body)
        expect([unknown, ignored]).toEqual([{}, []])
        expect(Object.keys(options).toSorted()).toEqual(Object.keys(body).toSorted())
        expect(parseOptions(inCamelCase(body)).options).toEqual(options)
        expect(parseOptions(asForm(body), { isForm: true }).options).toEqual(options)
        expect(parseOptions(JSON.parse(JSON.stringify(options)) as object as typeof body).options).toEqual(
          options,
        )
      }),
      propertySettings({ numRuns: 600 }),
    )
  })

  test('resolve, or are rejected for conflicts', () => {
    fc.assert(
      fc.property(validBody, (body) => {
        const parsed = parseOptions(body)
        const error = errorOf(() => {
          const options = resolveOptions(parsed.options)
          const { plain, sealed } = splitSecrets(options)
          expect({ ...plain, ...sealed.worker, ...sealed.dispatcher }).toEqual(options)
          for (const warning of warningsFor(parsed, options)) expect(warning).toMatch(/^"\w+" .*\.$/)
          expect(JSON.stringify(redact(plain))).toBe(JSON.stringify(plain))
        })
        if (!error) return
        expect(error.status).toBe(400)
        for (const { option, message } of error.details ?? []) expect(message).toContain(option)
        expect(error.details?.length).toBeGreaterThan(0)
      }),
      propertySettings({ numRuns: 600 }),
    )
  })

  test('are rejected with the name of the invalid option', () => {
    fc.assert(
      fc.property(wrongBody, ({ body, wrong }) => {
        const error = errorOf(() => parseOptions(body))
        expect(error?.status).toBe(400)
        expect(error?.details?.map(({ option }) => option)).toContain(wrong)
        expect(error?.message).toContain(`"${wrong}`)
        expect(error?.message.length).toBeLessThan(4000)
      }),
      propertySettings({ numRuns: 600 }),
    )
  })

  test('with random values never cause unexpected errors', () => {
    const anything = fc.dictionary(
      fc.oneof(
        fc.constantFrom('__proto__', 'constructor', 'url', 'html', 'thumbnails', 'retry_with'),
        fc.string(),
      ),
      fc.anything({ withNullPrototype: true }),
    )
    fc.assert(
      fc.property(anything, fc.boolean(), (body, isForm) => {
        const error = errorOf(() => {
          const parsed = parseOptions(body, { isForm })
          warningsFor(parsed, resolveOptions(parsed.options))
        })
        if (error) expect(error.status).toBe(400)
      }),
      propertySettings({ numRuns: 600 }),
    )
  })
})
