// Renders one picture with the engine as the worker does, with the browser in a network namespace if possible, and prints
// the kernel's view of the renderer process.
// In a container: `docker compose run --rm render-worker node infra/docker/src/self-test.ts [path of another Chromium]`.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine, createScratch } from '@render/engine'
import { startEgressProxy } from '@render/net'
import { resolveOptions, toRenderOptions } from '@render/options'
import { readBody } from '@render/outputs'

interface Status {
  /** 2 when a seccomp filter is active. */
  seccomp: number
  filters: number
  /** Depth of PID namespaces. */
  nesting: number
}

const [chromiumPath] = process.argv.slice(2)
const html = '<body style="margin:0;background:#f28f3b"><h1>It works</h1></body>'

const namespace = { path: process.env.PATH }
await using proxy = await startEgressProxy({ allow: [], namespace }).catch((error: unknown) => {
  console.error('No network namespace:', error)
  return startEgressProxy({ allow: [] })
})
await using engine = await createEngine({ sandbox: true, chromiumPath, environment: process.env, proxy })
await using scratch = createScratch({ quotaBytes: 100 * 1024 ** 2 })
const options = toRenderOptions(resolveOptions({ html, format: 'png', width: 400, height: 300 }))
const { main } = await engine.render(
  { options, organisation: 'self-test', scratch },
  new AbortController().signal,
)

const own = statusOf('self')
const renderers = await settled()
const bytes = await readBody(main.body)
const picture = { ...main.facts, bytes: bytes.length, png: bytes.subarray(1, 4).toString() === 'PNG' }
const inNamespace = proxy.enter.length > 0
console.log(JSON.stringify({ browser: engine.browserVersion, picture, self: own, renderers, inNamespace }))
if (!picture.png || !allSandboxed(renderers)) {
  console.error('No picture, or the renderers are not sandboxed.')
  process.exitCode = 1
}

/** Waits for a stable state: a renderer enters its sandbox shortly after its start, and the browser may start a spare one. */
async function settled(): Promise<Status[]> {
  for (let look = 0; look < 40; look++) {
    const found = renderersNow()
    if (allSandboxed(found)) return found
    await sleep(50)
  }
  return renderersNow()
}

/** In a container every process has the engine's filter, so the number of filters is compared. */
function allSandboxed(statuses: Status[]): boolean {
  const isSandboxed = ({ seccomp, filters, nesting }: Status) =>
    seccomp === 2 && filters > own.filters && nesting > own.nesting
  return statuses.length > 0 && statuses.every(isSandboxed)
}

function renderersNow(): Status[] {
  const pids = readdirSync('/proc').filter((pid) => /^\d+$/.test(pid))
  return pids.filter((pid) => read(`/proc/${pid}/cmdline`).includes('--type=renderer')).map(statusOf)
}

function statusOf(pid: string): Status {
  const status = read(`/proc/${pid}/status`)
  const field = (name: string) => new RegExp(`^${name}:\\s+(.*)$`, 'm').exec(status)?.[1] ?? ''
  return {
    seccomp: Number(field('Seccomp')),
    filters: Number(field('Seccomp_filters')),
    nesting: field('NSpid').split(/\s+/).length,
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
