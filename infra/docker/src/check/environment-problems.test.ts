import { describe, expect, test } from '@jest/globals'
import { environmentProblems, foreignEnvironmentProblems } from './environment-problems.ts'

const declared = { PORT: {}, REDIS_URL: {}, LOG_LEVEL: { default: 'info' } }
const fast = ({ MODE }: Record<string, unknown>) => MODE === 'fast'
const problems = (environment: object, secret: string[] = ['REDIS_URL']) =>
  environmentProblems('gateway', { environment: { ...environment } }, declared, { image: [], secret })

describe('the environment of a container', () => {
  test('is valid when each set name is read and each required one is set', () => {
    expect(problems({ PORT: 1 })).toEqual([])
  })

  test('reports a name that the configuration does not read', () => {
    expect(problems({ PORT: 1, PROT: 2 })).toEqual([
      'gateway is given PROT, which its configuration does not read',
    ])
    expect(problems({ PORT: 1 }, ['REDIS_URL', 'DATABASE_URL'])).toEqual([
      'gateway is given DATABASE_URL, which its configuration does not read',
    ])
  })

  test('reports a required name that is not set', () => {
    expect(problems({})).toEqual(['gateway is not given PORT, which its configuration requires'])
  })

  test('reports a name that is required with another one, and only then', () => {
    const withMode = { MODE: { default: 'slow' }, FUEL: { requiredWhen: fast }, KEY: { requiredWhen: fast } }
    const given = (environment: object) =>
      environmentProblems('a', { environment: { ...environment } }, withMode, { image: [], secret: ['KEY'] })
    expect(given({})).toEqual([])
    expect(given({ MODE: 'fast', FUEL: 1 })).toEqual([])
    expect(given({ MODE: 'fast' })).toEqual(['a is not given FUEL, which its configuration requires'])
  })

  test('reports a secret that is also set in the compose file', () => {
    expect(problems({ PORT: 1, REDIS_URL: 'redis://' })).toEqual([
      'gateway is given REDIS_URL twice, openly and in its secret file',
    ])
  })

  test('reports a name that a third-party image does not read', () => {
    const environment = { POSTGRES_USER: 'render', POSTGRES_NAME: 'render' }
    expect(foreignEnvironmentProblems('postgres', { environment })).toEqual([
      'postgres is given POSTGRES_NAME, which is not known to be read by its image',
    ])
  })
})
