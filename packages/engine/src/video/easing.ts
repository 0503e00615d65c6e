import { Easing } from '@tweenjs/tween.js'
import type { Ease } from '@render/options'

/** Maps the share of a movement's time to the share of its way; both go from 0 to 1, and the way may overshoot. */
export type EasingFunction = (time: number) => number

const DIRECTIONS = { in: 'In', out: 'Out', inout: 'InOut' } as const

/** Returns the easing of a name such as `cubic.out`. */
export function easingOf(name: Ease): EasingFunction {
  if (name === 'linear.none') return Easing.Linear.None
  const [family, direction] = name.split('.') as [string, keyof typeof DIRECTIONS]
  const curves = `${family[0]!.toUpperCase()}${family.slice(1)}` as Exclude<
    keyof typeof Easing,
    'Linear' | 'generatePow'
  >
  return Easing[curves][DIRECTIONS[direction]]
}
