/** The memory of a browser with renders inside, by process. */
export interface MemoryUse<Browser> {
  browser: Browser
  /** Number of renders in the browser. */
  activeRenders: number
  processes: readonly ProcessMemory[]
}

export interface ProcessMemory {
  pid: number
  bytes: number
  /** Asked only of processes that are large; reads the command line of the process. */
  isRenderer: () => boolean
}

export interface MemoryLimits {
  /** For each renderer, and for each render in a browser on average. */
  bytesPerRender: number
  /** For all browsers together. */
  browserBytes: number
}

/** What has to be killed: one renderer of a browser, or the whole browser when `renderer` is undefined. */
export interface Excess<Browser> {
  browser: Browser
  renderer?: number
}

/**
 * Finds what exceeds the memory limits. A renderer serves one render only, so a renderer that is too large by itself is
 * killed alone, and the other renders in its browser continue. A browser is killed when no renderer is the cause, or when
 * no other render uses it. While all together exceed their limit, the one furthest beyond its share is killed.
 */
export function findExcess<Browser>(
  uses: readonly MemoryUse<Browser>[],
  { bytesPerRender, browserBytes }: MemoryLimits,
): Excess<Browser>[] {
  const found: Excess<Browser>[] = []
  const rest: MemoryUse<Browser>[] = []
  for (const use of uses) {
    const { browser, activeRenders } = use
    const tooLarge = activeRenders > 1 ? use.processes.filter(isRendererBeyond(bytesPerRender)) : []
    const processes = use.processes.filter((each) => !tooLarge.includes(each))
    if (bytesOf(processes) > bytesPerRender * activeRenders) found.push({ browser })
    else {
      found.push(...tooLarge.map(({ pid }) => ({ browser, renderer: pid })))
      rest.push({ browser, activeRenders, processes })
    }
  }
  const all = rest.reduce((sum, { processes }) => sum + bytesOf(processes), 0)
  const activeRenders = rest.reduce((sum, use) => sum + use.activeRenders, 0)
  return all > browserBytes ? [...found, furthestBeyond(browserBytes / activeRenders, rest)] : found
}

/**
 * Returns the renderer or browser that exceeds its share the most; `share` is that of one render. What renderers exceed by
 * themselves does not count against their browser.
 */
function furthestBeyond<Browser>(share: number, uses: readonly MemoryUse<Browser>[]): Excess<Browser> {
  const beyond = uses.flatMap(({ browser, activeRenders, processes }) => {
    const renderers = (activeRenders > 1 ? processes.filter(isRendererBeyond(share)) : []).map(
      ({ pid, bytes }) => ({
        browser,
        renderer: pid,
        bytes: bytes - share,
      }),
    )
    const whole = {
      browser,
      renderer: undefined,
      bytes: bytesOf(processes) - bytesOf(renderers) - share * activeRenders,
    }
    return [whole, ...renderers]
  })
  const { browser, renderer } = beyond.reduce((most, each) => (each.bytes > most.bytes ? each : most))
  return { browser, renderer }
}

function isRendererBeyond(limit: number) {
  return ({ bytes, isRenderer }: ProcessMemory): boolean => bytes > limit && isRenderer()
}

function bytesOf(processes: readonly Pick<ProcessMemory, 'bytes'>[]): number {
  return processes.reduce((sum, { bytes }) => sum + bytes, 0)
}
