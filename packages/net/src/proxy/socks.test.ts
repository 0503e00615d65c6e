import { expect, test } from '@jest/globals'
import type { Socket } from 'node:net'
import { duplexPair } from 'node:stream'
import { connectUpstream } from './connect-upstream.ts'
import { readDestination, sendReply } from './socks.ts'
import { parseUpstreamProxy } from './upstream-proxy.ts'

test.each(['a.com', '1.2.3.4', '2001:db8::1', '::ffff:102:304', '::808:808', '::'])(
  'the host %s arrives as it was sent',
  async (host) => {
    const [client, server] = duplexPair() as unknown as [Socket, Socket]
    const signal = AbortSignal.timeout(5000)
    const proxy = parseUpstreamProxy('socks5://127.0.0.1:1080')!
    const refusal = connectUpstream(client, proxy, { host, port: 443 }, signal)
    expect(await readDestination(server, signal)).toEqual({ host, port: 443 })
    sendReply(server, 'granted')
    expect(await refusal).toBeUndefined()
  },
)
