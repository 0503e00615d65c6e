// Makes one picture with the engine as the worker does, with the browser in a network namespace if that is possible, and
// prints what the kernel says of the process that ran the page.
// In a container: `docker compose run --rm render-worker node infra/docker/src/self-test.ts [path of another Chromium]`.
import { readdirSync, readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { createEngine } from '@render/engine'
import { startEgressProxy } from '@render/net'
import { resolveOptions } from '@render/options'

interface Status {
  /** 2: under a filter of system calls. */
  seccomp: number
  filters: number
  /** How many process namespaces deep. */
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
const options = resolveOptions({ html, format: 'png', width: 400, height: 300 })
const { width, height, body } = await engine.render(
  { options, organisation: 'self-test' },
  new AbortController().signal,
)

const own = statusOf('self')
const renderers = await settled()
const picture = { width, height, bytes: body.length, png: body.subarray(1, 4).toString() === 'PNG' }
const inNamespace = proxy.enter.length > 0
console.log(JSON.stringify({ browser: engine.browserVersion, picture, self: own, renderers, inNamespace }))
if (!picture.png || !allSandboxed(renderers)) {
  console.error('The renderers are not in a sandbox of their own, or there is no picture.')
  process.exitCode = 1
}

/** A renderer enters its sandbox a moment after it started, and the browser may be starting one ahead. */
async function settled(): Promise<Status[]> {
  for (let look = 0; look < 40; look++) {
    const found = renderersNow()
    if (allSandboxed(found)) return found
    await sleep(50)
  }
  return renderersNow()
}

/** In a container every process is under the engine's filter, so it is the number of filters that tells. */
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
