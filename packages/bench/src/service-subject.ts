import { ask, startTestStack } from '@render/testkit'
import type { Shot, Subject } from './subject.ts'
import { usualSettings } from './usual-settings.ts'

export interface Service extends Subject {
  /** Renders with these options: the result, once there is one. Throws when there is none. */
  // oxlint-disable-next-line typescript/no-explicit-any
  make(options: object): Promise<any>
  workerPids(): number[]
}

/** The page of 100 000 pixels must fit. */
const BOUNDS = { MAX_PICTURE_PIXELS: '200000000', MAX_PICTURE_SIDE: '200000' }

/** The whole service over HTTP, with the settings a user gets but the bounds of pictures. */
export async function startService(): Promise<Service> {
  const stack = await startTestStack({ environment: { ...usualSettings, ...BOUNDS } })
  const { processes, client } = stack
  const make: Service['make'] = async (options) => {
    const { status, body } = await client.sync(options)
    if (status !== 200) throw new Error(`${JSON.stringify(options)}: ${status} ${JSON.stringify(body)}`)
    return body
  }
  return {
    name: 'service',
    pids: () => Object.values(processes).flatMap((process) => process?.identity?.pid ?? []),
    workerPids: () => [processes['render-worker'].identity?.pid ?? []].flat(),
    make,
    render: async (url, shot) => void (await make(optionsOf(url, shot))),
    picture: async (url, shot) => (await ask((await make(optionsOf(url, shot))).renderUrl)).body,
    [Symbol.asyncDispose]: () => stack.stop(),
  }
}

function optionsOf(url: string, { isWhole }: Shot = {}): object {
  return { url, ...(isWhole && { full_page: true, full_page_mode: 'native' }) }
}
