// A mail server that stores the mails it receives.
import { createServer, type Socket } from 'node:net'
import { until } from '@render/testkit'

interface Received {
  to: string
  text: string
}

export async function startMailServer() {
  const mails: Received[] = []
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    let waiting = ''
    let to = ''
    let isData = false
    socket.on('error', () => {})
    socket.write('220 mail\r\n')
    socket.on('data', (chunk) => {
      waiting += chunk.toString()
      for (;;) {
        const end = isData ? '\r\n.\r\n' : '\r\n'
        const at = waiting.indexOf(end)
        if (at < 0) return
        const part = waiting.slice(0, at)
        waiting = waiting.slice(at + end.length)
        if (isData) {
          mails.push({ to, text: decode(part) })
          isData = false
          socket.write('250 kept\r\n')
          continue
        }
        if (/^RCPT/i.test(part)) to = /<(.*)>/.exec(part)![1]!
        isData = /^DATA/i.test(part)
        if (/^QUIT/i.test(part)) socket.end('221 bye\r\n')
        else socket.write(isData ? '354 go on\r\n' : '250 yes\r\n')
      }
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Waits for a mail to an address that contains a text, and returns the latest. */
    until: (to: string, holds: string): Promise<string> =>
      until(() => mails.findLast((mail) => mail.to === to && mail.text.includes(holds))?.text),
    /** Returns how many mails to an address contain a text. */
    count: (to: string, holds: string): number =>
      mails.filter((mail) => mail.to === to && mail.text.includes(holds)).length,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => void server.close(resolve))
    },
  }
}

/** Decodes quoted-printable text. */
function decode(text: string): string {
  return text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
