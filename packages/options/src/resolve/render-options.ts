import { optionNames, optionOf, type OptionName, type Structures } from '../table/table.ts'
import type { ResolvedOptions } from './resolve.ts'

/** Resolved options as the engine works with them: a value that stands for a structure is that structure. */
export type RenderOptions = {
  [N in keyof ResolvedOptions]: N extends keyof Structures
    ? Structures[N] | Extract<ResolvedOptions[N], undefined>
    : ResolvedOptions[N]
}

const readers = optionNames.flatMap((name) => {
  const { read } = optionOf(name)
  return read ? [[name, read] as const] : []
})

/** Reads every stored value that stands for a structure. */
export function toRenderOptions(options: ResolvedOptions): RenderOptions {
  const given: Partial<Record<OptionName, unknown>> = options
  const structures = readers
    .filter(([name]) => given[name] !== undefined)
    .map(([name, read]) => [name, read(given[name] as never)])
  return { ...options, ...Object.fromEntries(structures) } as RenderOptions
}
