import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DEFAULT_PLANS_FILE, environment } from '../config.ts'
import { openPlansFile } from './plans-file.ts'

let folder: string
const file = () => `${folder}/plans.json`

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/plans-`)
})

afterEach(() => rm(folder, { recursive: true }))

describe('the plans file', () => {
  test('of the repository is valid and has the plan of the first organisation', async () => {
    const plans = (await openPlansFile(DEFAULT_PLANS_FILE)).plans()
    expect(plans.map(({ name }) => name)).toContain('Unlimited')
  })

  test('of the repository limits users who sign up', async () => {
    const plans = (await openPlansFile(DEFAULT_PLANS_FILE)).plans()
    const { rendersPerPeriod, maxOutstanding } = plans.find(
      ({ name }) => name === environment.DEFAULT_PLAN.default,
    )!
    expect([rendersPerPeriod, maxOutstanding]).toEqual([expect.any(Number), expect.any(Number)])
  })

  test('is refused with every error in it', async () => {
    await writeFile(
      file(),
      JSON.stringify([{ name: 'A', rendersPerPeriod: -1 }, { trial: 1 }, { name: 'B' }, { name: 'B' }]),
    )
    await expect(openPlansFile(file())).rejects.toThrow(
      `Invalid plans file ${file()} (PLANS_FILE):
  Plan "A": "rendersPerPeriod" must be >= 0.
  Plan 2: "name" is required.
  Plan 2: "trial" must be boolean.
  Several plans have the name "B".`,
    )
  })

  test.each([
    ['{"name": "A"}', 'It must be an array of plans.'],
    ['[', 'It must be JSON'],
  ])('%j is invalid', async (text, problem) => {
    await writeFile(file(), text)
    await expect(openPlansFile(file())).rejects.toThrow(problem)
  })

  test('is named in the error when it does not exist', async () => {
    await expect(openPlansFile(file())).rejects.toThrow(/plans\.json.*PLANS_FILE.*\n.*ENOENT/)
  })

  test('is parsed again only after a change', async () => {
    const plansFile = await openPlansFile(DEFAULT_PLANS_FILE)
    const parsed = plansFile.plans()
    expect(await plansFile.read()).toBe(parsed)
  })

  test('that becomes invalid leaves the plans unchanged', async () => {
    await writeFile(file(), '[{"name": "A"}]')
    const plansFile = await openPlansFile(file())
    await writeFile(file(), '[{"name": ""}]')
    await expect(plansFile.read()).rejects.toThrow('Plan 1: "name"')
    expect(plansFile.plans()).toMatchObject([{ name: 'A' }])
    await writeFile(file(), '[{"name": "B"}]')
    expect(await plansFile.read()).toMatchObject([{ name: 'B' }])
  })
})
