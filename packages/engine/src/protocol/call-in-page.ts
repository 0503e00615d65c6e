import type { PageFrame } from './frames.ts'
import { pageSource, type PageFunction } from './page-source.ts'
import type { PageWorld } from './page-world.ts'

/** Stands for the exports of a bundled script among the arguments of `callInPage`. */
class ScriptExports {
  readonly source: string
  constructor(source: string) {
    this.source = source
  }
}

/** Makes the exports of a bundled script an argument of `callInPage`. */
export function exportsOf(script: string): object {
  return new ScriptExports(script)
}

/**
 * Calls a function of `in-page` inside the page's document, in our isolated world. Its arguments are what JSON can express,
 * functions of `in-page`, and exports of bundled scripts. Returns undefined when the function throws.
 */
export async function callInPage<Args extends unknown[], Result>(
  { world }: { world: PageWorld },
  body: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result | undefined> {
  const { result, exceptionDetails } = await world.evaluate(expressionOf(body, args))
  return exceptionDetails ? undefined : (result.value as Result)
}

/** Calls a function in one of the page's frames; returns undefined as well when the frame is gone. */
export async function callInFrame<Args extends unknown[], Result>(
  { world, id }: PageFrame,
  body: (...args: Args) => Result | Promise<Result>,
  ...args: Args
): Promise<Result | undefined> {
  const calling = world.evaluate(expressionOf(body, args), { frameId: id })
  // The main frame's failure is the caller's to handle: the document may have been replaced.
  const evaluation = await (id === undefined ? calling : calling.catch(() => undefined))
  if (!evaluation || evaluation.exceptionDetails) return undefined
  return evaluation.result.value as Result
}

function expressionOf(body: PageFunction, args: unknown[]): string {
  return `(${pageSource(body)})(${args.map(sourceOf).join(', ')})`
}

function sourceOf(arg: unknown): string {
  if (typeof arg === 'function') return pageSource(arg as PageFunction)
  return arg instanceof ScriptExports ? arg.source : (JSON.stringify(arg) ?? 'undefined')
}
