import { describe, expect, test } from '@jest/globals'
import { RenderError } from '@render/errors'
import { parseOptions, partSecrets, redact, resolveOptions, warningsFor } from '@render/options'
import * as fc from 'fast-check'
import { asForm, inCamelCase, validBody, wrongBody } from '@render/testkit'

/** What an action was refused with; anything but a `RenderError` is a fault of ours. */
function refusalOf(action: () => unknown): RenderError | undefined {
  try {
    action()
    return undefined
  } catch (error) {
    if (error instanceof RenderError) return error
    throw error
  }
}

describe('bodies made from the table', () => {
  test('are accepted, and mean the same in both spellings and as JSON or form', () => {
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
      { numRuns: 5000 },
    )
  })

  test('resolve, or are refused for options that cannot go together', () => {
    fc.assert(
      fc.property(validBody, (body) => {
        const parsed = parseOptions(body)
        const error = refusalOf(() => {
          const options = resolveOptions(parsed.options)
          const { open, sealed } = partSecrets(options)
          expect({ ...open, ...sealed.worker, ...sealed.dispatcher }).toEqual(options)
          for (const warning of warningsFor(parsed, options)) expect(warning).toMatch(/^"\w+" .*\.$/)
          expect(JSON.stringify(redact(open))).toBe(JSON.stringify(open))
        })
        if (!error) return
        expect(error.status).toBe(400)
        for (const { option, message } of error.details ?? []) expect(message).toContain(option)
        expect(error.details?.length).toBeGreaterThan(0)
      }),
      { numRuns: 5000 },
    )
  })

  test('are refused by the name of the option that is wrong', () => {
    fc.assert(
      fc.property(wrongBody, ({ body, wrong }) => {
        const error = refusalOf(() => parseOptions(body))
        expect(error?.status).toBe(400)
        expect(error?.details?.map(({ option }) => option)).toContain(wrong)
        expect(error?.message).toContain(`"${wrong}`)
        expect(error?.message.length).toBeLessThan(4000)
      }),
      { numRuns: 5000 },
    )
  })

  test('of any other making never surprise', () => {
    const anything = fc.dictionary(
      fc.oneof(
        fc.constantFrom('__proto__', 'constructor', 'url', 'html', 'thumbnails', 'retry_with'),
        fc.string(),
      ),
      fc.anything({ withNullPrototype: true }),
    )
    fc.assert(
      fc.property(anything, fc.boolean(), (body, isForm) => {
        const error = refusalOf(() => {
          const parsed = parseOptions(body, { isForm })
          warningsFor(parsed, resolveOptions(parsed.options))
        })
        if (error) expect(error.status).toBe(400)
      }),
      { numRuns: 5000 },
    )
  })
})
