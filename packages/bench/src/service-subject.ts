import { sendRequest, startTestStack } from '@render/testkit'
import type { Shot, Subject } from './subject.ts'
import { usualSettings } from './usual-settings.ts'

export interface Service extends Subject {
  /** Renders with these options and returns the result; throws when the render fails. */
  // oxlint-disable-next-line typescript/no-explicit-any
  make(options: object): Promise<any>
  workerPids(): number[]
}

/** Limits that allow the page of 100 000 pixels. */
const BOUNDS = { MAX_PICTURE_PIXELS: '200000000', MAX_PICTURE_SIDE: '200000' }

/** Starts the whole service with default settings except the picture limits, and renders over HTTP, fetching each file. */
export async function startService(): Promise<Service> {
  const stack = await startTestStack({ environment: { ...usualSettings, ...BOUNDS } })
  const { processes, client } = stack
  const make: Service['make'] = async (options) => {
    const { status, body } = await client.sync(options)
    if (status !== 200) throw new Error(`${JSON.stringify(options)}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  const fetched: Service['picture'] = async (url, shot) => {
    const { status, body } = await sendRequest((await make(optionsOf(url, shot))).renderUrl)
    if (status !== 200) throw new Error(`${url}: the file answers ${status}`)
    return body
  }
  return {
    name: 'service',
    pids: () => Object.values(processes).flatMap((process) => process?.identity?.pid ?? []),
    workerPids: () => [processes['render-worker'].identity?.pid ?? []].flat(),
    make,
    render: async (url, shot) => void (await fetched(url, shot)),
    picture: fetched,
    [Symbol.asyncDispose]: () => stack.stop(),
  }
}

function optionsOf(url: string, { isWhole, document: format }: Shot = {}): object {
  return { url, format, ...(isWhole && { full_page: true, full_page_mode: 'native' }) }
}
