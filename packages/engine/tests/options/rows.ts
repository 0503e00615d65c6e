import type { GivenOptions } from '@render/options'
import type { Origin, Picture } from '@render/testkit'
import type { TestEngine } from '../test-engine.ts'

/** What the probes of options have to work with. */
export interface World {
  engine: TestEngine
  origin: Origin
  /** Renders, and reads the picture that comes out. */
  picture: (options: GivenOptions) => Promise<Picture>
}

/** What is asked for, and what is seen of it. */
export type Row = (world: World) => Promise<void>

/** By option. */
export type Rows = Record<string, Row[]>
