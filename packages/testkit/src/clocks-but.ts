const INTERVALS = ['setInterval', 'clearInterval'] as const
const TIMEOUTS = ['setTimeout', 'clearTimeout'] as const
const OTHERS = [
  'Date',
  'hrtime',
  'nextTick',
  'performance',
  'queueMicrotask',
  'setImmediate',
  'clearImmediate',
] as const

type Clock = (typeof INTERVALS | typeof TIMEOUTS | typeof OTHERS)[number]

/**
 * Returns all clocks but one kind, for `doNotFake` of jest's fake timers. Timers of that kind then stand still until the test
 * advances them, while connections and processes keep their time.
 */
export function clocksBut(kind: 'intervals' | 'timeouts'): Clock[] {
  return [...OTHERS, ...(kind === 'intervals' ? TIMEOUTS : INTERVALS)]
}
