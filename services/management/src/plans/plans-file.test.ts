import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { DEFAULT_PLANS_FILE } from '../config.ts'
import { openPlansFile } from './plans-file.ts'

let folder: string
const file = () => `${folder}/plans.json`

beforeEach(async () => {
  folder = await mkdtemp(`${tmpdir()}/plans-`)
})

afterEach(() => rm(folder, { recursive: true }))

describe('the plans file', () => {
  test('of the repository is right, and has the plan of the first organisation', async () => {
    const plans = (await openPlansFile(DEFAULT_PLANS_FILE)).plans()
    expect(plans.map(({ name }) => name)).toContain('Unlimited')
  })

  test('is refused with everything that is wrong with it', async () => {
    await writeFile(
      file(),
      JSON.stringify([{ name: 'A', rendersPerPeriod: -1 }, { trial: 1 }, { name: 'B' }, { name: 'B' }]),
    )
    await expect(openPlansFile(file())).rejects.toThrow(
      `The plans of ${file()} are not right (PLANS_FILE):
  Plan "A": "rendersPerPeriod" must be >= 0.
  Plan 2: "name" is required.
  Plan 2: "trial" must be boolean.
  Several plans are called "B".`,
    )
  })

  test.each([
    ['{"name": "A"}', 'It must be a list of plans.'],
    ['[', 'It is no JSON'],
  ])('%j is none', async (text, problem) => {
    await writeFile(file(), text)
    await expect(openPlansFile(file())).rejects.toThrow(problem)
  })

  test('is missed by its name', async () => {
    await expect(openPlansFile(file())).rejects.toThrow(/plans\.json.*PLANS_FILE.*\n.*ENOENT/)
  })

  test('that was broken since leaves the plans as they were', async () => {
    await writeFile(file(), '[{"name": "A"}]')
    const plansFile = await openPlansFile(file())
    await writeFile(file(), '[{"name": ""}]')
    await expect(plansFile.read()).rejects.toThrow('Plan 1: "name"')
    expect(plansFile.plans()).toMatchObject([{ name: 'A' }])
    await writeFile(file(), '[{"name": "B"}]')
    expect(await plansFile.read()).toMatchObject([{ name: 'B' }])
  })
})
