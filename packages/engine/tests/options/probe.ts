import type { GivenOptions } from '@render/options'
import type { Origin, Picture } from '@render/testkit'
import type { TestEngine } from '../test-engine.ts'

/** The tools of the probes of options. */
export interface World {
  engine: TestEngine
  origin: Origin
  /** Renders and decodes the picture. */
  picture: (options: GivenOptions) => Promise<Picture>
}

/** Renders with an option and checks its effect. */
export type Probe = (world: World) => Promise<void>

/** Maps an option to its probes, each under a title that says what it shows. */
export type Rows = Record<string, Record<string, Probe>>

/** Makes a probe of each value. Throws an error when two of them would have the same title. */
export function probeEach<Value>(
  values: readonly Value[],
  titleOf: (value: Value) => string,
  probeOf: (value: Value) => Probe,
): Record<string, Probe> {
  const probes = Object.fromEntries(values.map((value) => [titleOf(value), probeOf(value)]))
  if (Object.keys(probes).length < values.length) throw new Error(`Titles: ${Object.keys(probes).join()}`)
  return probes
}

/** Makes one run of something do for all probes of a world. */
export function oncePerWorld<T>(run: (world: World) => Promise<T>): (world: World) => Promise<T> {
  const runs = new WeakMap<World, Promise<T>>()
  return (world) => {
    const known = runs.get(world) ?? run(world)
    runs.set(world, known)
    return known
  }
}
