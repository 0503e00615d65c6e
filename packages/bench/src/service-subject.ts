import { ask, startTestStack } from '@render/testkit'
import type { Subject } from './subject.ts'

/** The whole service over HTTP, with the settings a user gets. */
export async function startServiceSubject(): Promise<Subject> {
  const stack = await startTestStack({ environment: { SLOTS: '0', LOG_LEVEL: 'info' } })
  const render = async (url: string): Promise<string> => {
    const answer = await stack.client.sync({ url })
    if (answer.status !== 200) throw new Error(`${url}: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body.renderUrl
  }
  return {
    name: 'service',
    pids: () => Object.values(stack.processes).flatMap((process) => process?.identity?.pid ?? []),
    render: async (url) => void (await render(url)),
    picture: async (url) => (await ask(await render(url))).body,
    [Symbol.asyncDispose]: () => stack.stop(),
  }
}
