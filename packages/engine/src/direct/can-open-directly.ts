import { isDeepStrictEqual } from 'node:util'
import { resolveOptions, toRenderOptions, type RenderOptions } from '@render/options'
import { stages } from '../plan.ts'
import type { Target } from '../target.ts'

const FORMATS = ['png', 'jpg', 'webp', 'avif', 'html', 'mhtml', 'md', 'pdf', 'svg'] as const

const url = 'https://example.com/'
/** The options of a render that sets none, by its format. */
const defaultsByFormat: Partial<Record<string, Partial<Record<string, unknown>>>> = Object.fromEntries(
  FORMATS.map((format) => [format, toRenderOptions(resolveOptions({ url, format }))]),
)

const onPage = stages.filter(({ phase }) => phase !== 'transform')
/** The formats of the page and of the answer are judged by themselves. */
const directOptions = new Set(['format', 'response_type', ...stages.flatMap(({ direct }) => direct)])
/** The options that stages on the page apply through Playwright, unless they have their default. */
const playwrightOptions = [
  ...new Set(onPage.flatMap(({ owns, borrows }) => [...owns, ...borrows])).difference(directOptions),
]

/**
 * Returns whether a render can use a page without Playwright: the page is loaded from an address, and all options that need
 * Playwright have their default.
 */
export function canOpenDirectly(options: RenderOptions, { url }: Pick<Target, 'url'>): boolean {
  const given: Partial<Record<string, unknown>> = options
  const defaults = defaultsByFormat[options.format]
  return (
    url !== undefined &&
    defaults !== undefined &&
    options.response_type !== 'jsondebug' &&
    playwrightOptions.every((name) => isSame(given[name], defaults[name]))
  )
}

function isSame(value: unknown, other: unknown): boolean {
  return value === other || (typeof value === 'object' && isDeepStrictEqual(value, other))
}
