import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { finished } from 'node:stream/promises'
import { buffer } from 'node:stream/consumers'
import { startTestStack } from '@render/testkit'
import { createLoadClient } from './load/client.ts'
import type { Shot, Subject } from './subject.ts'
import { defaultSettings } from './default-settings.ts'

export interface Service extends Subject {
  /**
   * Renders with these options and returns the result.
   * @throws {Error} when the render fails.
   */
  // oxlint-disable-next-line typescript/no-explicit-any
  make(options: object): Promise<any>
  workerPids(): number[]
  /** The process id of each running program, by name. */
  processes(): Record<string, number>
}

/** Limits that allow the page of 100 000 pixels. */
const BOUNDS = { MAX_PICTURE_PIXELS: '200000000', MAX_PICTURE_SIDE: '200000' }

/** Starts the whole service with default settings except the picture limits, and renders over HTTP, fetching each file. */
export async function startService(): Promise<Service> {
  const stack = await startTestStack({ environment: { ...defaultSettings, ...BOUNDS } })
  const { processes, info } = stack
  const client = createLoadClient(info.baseUrl, info.secretKey)
  const make: Service['make'] = async (options) => {
    const { status, body } = await client.post('/v1/render/sync', options)
    if (status !== 200) throw new Error(`${JSON.stringify(options)}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const fileOf = async (url: string, shot?: Shot) => download((await make(optionsOf(url, shot))).renderUrl)
  const running = (): Record<string, number> =>
    Object.fromEntries(
      Object.entries(processes).flatMap(([name, process]) =>
        process?.identity ? [[name, process.identity.pid]] : [],
      ),
    )
  return {
    name: 'service',
    pids: () => Object.values(running()),
    processes: running,
    workerPids: () => [processes['render-worker'].identity?.pid ?? []].flat(),
    make,
    // Bytes that nobody needs are not put together: the client shares the cores with what is measured.
    render: async (url, shot) => finished((await fileOf(url, shot)).resume()),
    picture: async (url, shot) => buffer(await fileOf(url, shot)),
    async [Symbol.asyncDispose]() {
      client[Symbol.dispose]()
      await stack.stop()
    },
  }
}

/** Starts to read a file; `fetch` would take twenty times the CPU for one of several megabytes. */
async function download(url: string): Promise<IncomingMessage> {
  const [response] = (await once(get(url), 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`${url} answers ${response.statusCode}`)
  return response
}

function optionsOf(url: string, { isWhole, document: format }: Shot = {}): object {
  return { url, format, ...(isWhole && { full_page: true, full_page_mode: 'native' }) }
}
