import type { PageFrame } from './frames.ts'
import { pageSource, type PageFunction } from './page-source.ts'
import type { PageWorld } from './page-world.ts'

/** The exports of a bundled script, or a function that the called one calls. */
export type Tool = object

/** Makes a bundled script one of the tools of `callInPage`. */
export function toolOf(script: string): Tool {
  return { toString: () => script }
}

/**
 * Calls a function of `in-page` inside the page's document, in our isolated world, with an argument that JSON can express and with
 * tools. Returns undefined when the function throws.
 */
export async function callInPage<Given, Result, Tools extends Tool[]>(
  { world }: { world: PageWorld },
  body: (given: Given, ...tools: Tools) => Result | Promise<Result>,
  given: Given,
  ...tools: Tools
): Promise<Result | undefined> {
  const { result, exceptionDetails } = await world.evaluate(expressionOf(body, given, tools))
  return exceptionDetails ? undefined : (result.value as Result)
}

/** Calls a function in one of the page's frames; returns undefined as well when the frame is gone. */
export async function callInFrame<Given, Result, Tools extends Tool[]>(
  { world, id }: PageFrame,
  body: (given: Given, ...tools: Tools) => Result | Promise<Result>,
  given: Given,
  ...tools: Tools
): Promise<Result | undefined> {
  const calling = world.evaluate(expressionOf(body, given, tools), { frameId: id })
  // The main frame's failure is the caller's to handle: the document may have been replaced.
  const evaluation = await (id === undefined ? calling : calling.catch(() => undefined))
  if (!evaluation || evaluation.exceptionDetails) return undefined
  return evaluation.result.value as Result
}

function expressionOf(body: PageFunction, given: unknown, tools: Tool[]): string {
  const parts = [given === undefined ? 'undefined' : JSON.stringify(given), ...tools.map(sourceOf)]
  return `(${pageSource(body)})(${parts.join(', ')})`
}

function sourceOf(tool: { toString(): string }): string {
  return typeof tool === 'function' ? pageSource(tool as PageFunction) : String(tool)
}
