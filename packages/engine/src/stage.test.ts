import { describe, expect, test } from '@jest/globals'
import { optionNames, resolveOptions, type RenderOptions } from '@render/options'
import { stages } from './plan.ts'
import { phases, stage } from './stage.ts'
import { defaultPageLimits } from './page-limits.ts'
import { defaultBounds } from './picture-limits.ts'
import { startWork } from './work.ts'

const work = startWork({
  signal: new AbortController().signal,
  captures: { run: (_, task) => task() },
  bounds: defaultBounds,
  pageLimits: defaultPageLimits,
  http: { download: () => Promise.reject(new Error('no network')) },
  rasteriser: { drawPdf: () => Promise.reject(new Error('no program')) },
  serviceMark: '',
  uplinks: { services: {}, vantagePoints: {} },
  openTab: () => Promise.reject(new Error('no browser')),
})

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
    await sees.run(work, resolveOptions({ url: 'http://a.test', delay: 5 }))
    expect(seen).toEqual({ delay: 5, width: 1280 })
  })

  test('does not compile when it reads any other', async () => {
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
    const options: RenderOptions = resolveOptions({ url: 'http://a.test' })
    await curious.run(work, options)
    await owner.run(work, options)
    expect(reads).toEqual([undefined, undefined])
  })

  test('does not compile when it owns what is no option', () => {
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
  test('have names of their own', () => {
    const names = stages.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
  })

  test('own no option twice, and none that they borrow', () => {
    const owned = stages.flatMap(({ owns }) => [...owns])
    expect(new Set(owned).size).toBe(owned.length)
    for (const { owns, borrows } of stages) expect(borrows.filter((name) => owns.includes(name))).toEqual([])
  })

  test('borrow only what another stage owns', () => {
    const owned = new Set(stages.flatMap(({ owns }) => [...owns]))
    for (const { borrows } of stages) expect(borrows.filter((name) => !owned.has(name))).toEqual([])
  })

  test('belong to known phases', () => {
    for (const { phase } of stages) expect(phases).toContain(phase)
  })
})
