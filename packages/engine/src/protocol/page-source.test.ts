import { describe, expect, test } from '@jest/globals'
import { runInNewContext } from 'node:vm'
import { createPageSource } from './page-source.ts'

function double(of: number): number {
  return of * 2
}

function* doubled(all: number[]): Generator<number, void> {
  for (const each of all) yield double(each)
}

async function countDown(from: number): Promise<string> {
  return from === 0 ? '' : `${from} ${await countDown(double(from) / 2 - 1)}`
}

function isEven(of: number): boolean {
  return of === 0 || isOdd(of - 1)
}

function isOdd(of: number): boolean {
  return of > 0 && isEven(of - 1)
}

const pageSource = createPageSource({ double, doubled, countDown, isEven, isOdd })

const sumOf = (all: number[]): number => [...doubled(all)].reduce((sum, each) => sum + each, 0)

describe('the source of a function that runs in the page', () => {
  test('has the listed functions that it uses, and those that these use, each once', async () => {
    const source = pageSource(sumOf)
    expect(source.match(/function\*? \w+/g)).toEqual(['function* doubled', 'function double'])
    expect(runInNewContext(`(${source})([1, 2])`)).toBe(6)
    expect(await runInNewContext(`(${pageSource(countDown)})(3)`)).toBe('3 2 1 ')
    expect(runInNewContext(`(${pageSource(isEven)})(5)`)).toBe(false)
  })

  test('is its text alone when it uses none', () => {
    const readLength = (of: { double: string }) => of.double.length
    expect(pageSource(double)).toBe(double.toString())
    expect(pageSource(readLength)).toBe(readLength.toString())
  })

  test('has functions under the names that a bundler gave them', () => {
    const { double2, four } = runInNewContext(
      'function double2(of) { return of * 2 } function four() { return double2(2) } ({ double2, four })',
    )
    expect(runInNewContext(`(${createPageSource({ double: double2 })(four)})()`)).toBe(4)
  })
})
