import { describe, expect, test } from '@jest/globals'
import { optionNames, resolveOptions, toRenderOptions, type RenderOptions } from '@render/options'
import { noScope } from '../tests/no-scope.ts'
import { stages } from './plan.ts'
import { optionReaders } from './render.ts'
import { phases, stage } from './stage.ts'
import { startPageContext } from './page-context.ts'

const ctx = startPageContext(noScope())

describe('a stage', () => {
  test('sees the options that it owns and borrows', async () => {
    let seen: object | undefined
    const sees = stage({
      name: 'sees',
      phase: 'prepare',
      owns: ['delay'],
      borrows: ['width'],
      run: (_, options) => void (seen = { ...options }),
    })
    await sees.run(ctx, toRenderOptions(resolveOptions({ url: 'http://a.test', delay: 5 })))
    expect(seen).toEqual({ delay: 5, width: 1280 })
  })

  test('does not compile when it reads another option', async () => {
    const reads: unknown[] = []
    const curious = stage({
      name: 'curious',
      phase: 'prepare',
      owns: ['delay'],
      borrows: ['width'],
      run(_, options) {
        // @ts-expect-error height is neither owned nor borrowed
        reads.push(options.height)
      },
    })
    const owner = stage({
      name: 'owner of nothing',
      phase: 'prepare',
      run(_, options) {
        // @ts-expect-error nothing is declared
        reads.push(options.delay)
      },
    })
    const options: RenderOptions = toRenderOptions(resolveOptions({ url: 'http://a.test' }))
    await curious.run(ctx, options)
    await owner.run(ctx, options)
    expect(reads).toEqual([undefined, undefined])
  })

  test('applies its options through Playwright, but for those that it declares as direct', () => {
    const directOf = (direct?: true | ['delay']) =>
      stage({ name: 'own', phase: 'prepare', owns: ['delay', 'width'], direct, run: () => undefined }).direct
    expect(directOf()).toEqual([])
    expect(directOf(['delay'])).toEqual(['delay'])
    expect(directOf(true)).toEqual(['delay', 'width'])
  })

  test('does not compile when it owns an unknown option', () => {
    const misspelt = stage({
      name: 'misspelt',
      phase: 'prepare',
      // @ts-expect-error there is no such option
      owns: ['ful_page'],
      run: () => undefined,
    })
    expect(optionNames).not.toContain(misspelt.owns[0])
  })
})

describe('the stages', () => {
  test('have unique names', () => {
    const names = stages.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('own each option once, and borrow no option that they own', () => {
    const owned = stages.flatMap(({ owns }) => [...owns])
    expect(new Set(owned).size).toBe(owned.length)
    for (const { owns, borrows } of stages) expect(borrows.filter((name) => owns.includes(name))).toEqual([])
  })

  test('borrow only what another stage, a reader outside the stages, or the gateway owns', () => {
    const gateway = { owns: ['response_type'] } as const
    const owned = new Set([...stages, ...optionReaders, gateway].flatMap(({ owns }) => [...owns]))
    for (const { borrows } of stages) expect(borrows.filter((name) => !owned.has(name))).toEqual([])
  })

  test('belong to known phases', () => {
    for (const { phase } of stages) expect(phases).toContain(phase)
  })
})
