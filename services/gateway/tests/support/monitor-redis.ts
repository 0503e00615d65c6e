import { connect } from 'node:net'
import { until } from '@render/testkit'

/**
 * Records the commands that a Redis gets from now on, as its `MONITOR` writes them, without those inside of scripts. The monitor
 * of ioredis fails when a command comes together with the first answer.
 */
export async function monitorRedis(url: string): Promise<{ commands: string[] } & Disposable> {
  const { hostname, port, password } = new URL(url)
  const socket = connect(Number(port), hostname)
  const commands: string[] = []
  let answers = 0
  let rest = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    const lines = (rest + text).split('\r\n')
    rest = lines.pop()!
    answers += lines.filter((line) => line === '+OK').length
    commands.push(...lines.filter((line) => line !== '+OK' && !line.includes(' lua] ')))
  })
  socket.write(`AUTH ${password}\r\nMONITOR\r\n`)
  await until(() => answers === 2)
  return { commands, [Symbol.dispose]: () => void socket.destroy() }
}
