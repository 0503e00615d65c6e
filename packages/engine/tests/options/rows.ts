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

/** Per option: what is asked for, and what is seen of it. */
export type Rows = Record<string, ((world: World) => Promise<void>)[]>
