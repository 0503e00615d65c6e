// Serialised into every document before its own scripts: no imports, no closures.

/** What a document has asked to be called for; its functions for that are wrapped, all else is the page's own. */
export interface FollowedWork {
  /** Timers that are to come, by id. */
  timers: Map<number, { delayMs: number; dueAt: number }>
  /** Milliseconds of those that repeat themselves, by id. */
  intervals: Map<number, number>
  /** Whether a frame was asked for that is not drawn yet. */
  isFrameAsked: boolean
  /** Frames drawn so far of those that were asked for. */
  frames: number
  /** There from the first look on. */
  change?: LastChange
}

/** When the document last changed and at which frame; without a time, when it was first looked at. */
export interface LastChange {
  at?: number
  frame: number
}

type Wrapped = 'setTimeout' | 'setInterval' | 'clearTimeout' | 'clearInterval' | 'requestAnimationFrame'
type Native = (...args: unknown[]) => unknown

declare const performance: { now(): number }

export function followWork(): void {
  /** What is past is forgotten when there are more. */
  const CROWD = 500

  const KEY = Symbol.for('render.work')

  // The first document of a frame may leave its window to the next one.
  if (KEY in globalThis) return
  const realm = globalThis as unknown as Record<Wrapped, Native>
  const work: FollowedWork = { timers: new Map(), intervals: new Map(), isFrameAsked: false, frames: 0 }
  Object.defineProperty(globalThis, KEY, { value: work })

  const wrap = (name: Wrapped, apply: (native: Native, self: unknown, args: unknown[]) => unknown) => {
    realm[name] = new Proxy(realm[name], { apply })
  }
  const onFrame = (): void => {
    work.isFrameAsked = false
    work.frames += 1
  }
  wrap('setTimeout', (native, self, args) => {
    const id = Reflect.apply(native, self, args) as number
    const now = performance.now()
    const delayMs = Number(args[1]) || 0
    if (work.timers.size > CROWD)
      for (const [other, { dueAt }] of work.timers) if (dueAt < now) work.timers.delete(other)
    work.timers.set(id, { delayMs, dueAt: now + delayMs })
    return id
  })
  wrap('setInterval', (native, self, args) => {
    const id = Reflect.apply(native, self, args) as number
    work.intervals.set(id, Number(args[1]) || 0)
    return id
  })
  for (const name of ['clearTimeout', 'clearInterval'] as const)
    wrap(name, (native, self, args) => {
      work.timers.delete(args[0] as number)
      work.intervals.delete(args[0] as number)
      return Reflect.apply(native, self, args)
    })
  wrap('requestAnimationFrame', (native, self, args) => {
    // Asked for before the page's own, so that what the page asks for in that frame counts as the next one.
    if (!work.isFrameAsked) native(onFrame)
    work.isFrameAsked = true
    return Reflect.apply(native, self, args)
  })
}
