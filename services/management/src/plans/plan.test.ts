import { describe, expect, test } from '@jest/globals'
import { parsePlan } from './plan.ts'

const plan = {
  name: 'Small',
  trial: true,
  rendersPerPeriod: 0,
  rendersPerMinute: 30,
  maxOutstanding: 5,
  maxMembers: 1,
  features: ['pdf', 'video'],
}

describe('a plan', () => {
  test('is returned unchanged when it is complete', () => {
    expect(parsePlan(plan)).toEqual({ plan })
  })

  test('limits nothing but its members by default', () => {
    expect(parsePlan({ name: 'Large' })).toEqual({
      plan: {
        name: 'Large',
        trial: false,
        rendersPerPeriod: null,
        rendersPerMinute: null,
        maxOutstanding: null,
        maxMembers: 10,
        features: ['*'],
      },
    })
  })

  test.each<[unknown, string, string]>([
    [{}, 'name', 'is required'],
    [{ ...plan, name: ' ' }, 'name', 'pattern'],
    [{ ...plan, rendersPerPeriod: -1 }, 'rendersPerPeriod', '>= 0'],
    [{ ...plan, rendersPerPeriod: '100' }, 'rendersPerPeriod', 'integer'],
    [{ ...plan, rendersPerMinute: 0 }, 'rendersPerMinute', '>= 1'],
    [{ ...plan, maxOutstanding: 2 ** 31 }, 'maxOutstanding', '<= 2147483647'],
    [{ ...plan, features: ['pfd'] }, 'features', 'must be one of *, pdf, video'],
    [{ ...plan, quota: 1 }, 'quota', 'is not a known field'],
    ['Small', '', 'object'],
  ])('%j is invalid', (value, path, saying) => {
    const errors = [expect.objectContaining({ path, message: expect.stringContaining(saying) })]
    expect(parsePlan(value)).toEqual({ errors })
  })
})
