import type { RenderOptions, ResolvedName } from '@render/options'

/** A function outside the stages that reads options, before a browser is chosen or for all stages together. */
export interface OptionReader {
  readonly reader: string
  /** Options that take effect through this function. */
  readonly owns: readonly ResolvedName[]
  /** Options of stages or of other readers that it reads. */
  readonly borrows: readonly ResolvedName[]
}

interface Declaration<Owned extends ResolvedName, Borrowed extends ResolvedName> {
  name: string
  owns?: readonly Owned[]
  borrows?: readonly Borrowed[]
}

/** Declares the options that a function outside the stages reads; its first parameter has these and no others. */
export function reads<
  const Owned extends ResolvedName = never,
  const Borrowed extends ResolvedName = never,
  Rest extends unknown[] = [],
  Result = void,
>(
  { name, owns = [], borrows = [] }: Declaration<Owned, Borrowed>,
  read: (options: Pick<RenderOptions, Owned | Borrowed>, ...rest: Rest) => Result,
): OptionReader & typeof read {
  return Object.assign(
    (options: Pick<RenderOptions, Owned | Borrowed>, ...rest: Rest) => read(options, ...rest),
    { reader: name, owns, borrows },
  )
}
