import { describe, expect, test } from '@jest/globals'
import { EventEmitter } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { realTime } from '../page-time/page-time.ts'
import { trackPageTraffic } from './traffic.ts'

type Tracked = Parameters<typeof trackPageTraffic>[0]

const PAGE = 'http://a.test/page'

function tracked({ workers = 0 } = {}) {
  const page = Object.assign(new EventEmitter(), {
    mainFrame: () => ({ url: () => PAGE }),
    workers: () => Array.from({ length: workers }),
  })
  return { page, traffic: trackPageTraffic({ page, time: realTime } as unknown as Tracked) }
}

function request(url: string, { kind = 'fetch', frame = PAGE, body = null as string | null } = {}) {
  return {
    url: () => url,
    method: () => (body === null ? 'GET' : 'POST'),
    postData: () => body,
    resourceType: () => kind,
    frame: () => ({ url: () => frame }),
  }
}

describe('the traffic of a page', () => {
  test('includes its requests until they finish or fail', () => {
    const { page, traffic } = tracked()
    const [one, two] = [request('http://a.test/1'), request('http://a.test/2', { kind: 'font' })]
    page.emit('request', one)
    page.emit('request', two)
    expect(traffic.openRequests()).toMatchObject([
      { address: 'http://a.test/1', resourceType: 'fetch' },
      { address: 'http://a.test/2', resourceType: 'font' },
    ])
    page.emit('requestfinished', one)
    page.emit('requestfailed', two)
    expect(traffic.openRequests()).toEqual([])
  })

  test('leaves out the request of the document after endDocument', () => {
    const { page, traffic } = tracked()
    const main = page.mainFrame()
    page.mainFrame = () => main
    const file = { ...request('http://a.test/1'), isNavigationRequest: () => false }
    const frame = { ...request('http://a.test/2'), isNavigationRequest: () => true }
    page.emit('request', file)
    page.emit('request', frame)
    page.emit('request', { ...frame, frame: () => main })
    traffic.endDocument()
    expect(traffic.openRequests().map(({ address }) => address)).toEqual([
      'http://a.test/1',
      'http://a.test/2',
    ])
  })

  test('marks requests of frames of other origins as foreign', () => {
    const { page, traffic } = tracked()
    for (const frame of [PAGE, 'http://a.test/other', 'about:blank', 'http://b.test/', 'http://a.test:8080/'])
      page.emit('request', request('http://b.test/x', { frame }))
    const homeless = {
      ...request('http://a.test/'),
      frame: () => {
        throw new Error('no frame yet')
      },
    }
    page.emit('request', homeless)
    const foreign = traffic.openRequests().map(({ isCrossOrigin }) => isCrossOrigin)
    expect(foreign).toEqual([false, false, false, true, true, false])
  })

  test('counts earlier responses to the same request, ignoring the query', async () => {
    const { page, traffic } = tracked()
    const askAnd = async (...requests: object[]) => {
      for (const each of requests) page.emit('request', each)
      for (const each of requests) page.emit('response', { request: () => each })
      for (const each of requests) page.emit('requestfinished', each)
      await sleep(2)
    }
    const query = (body: string) => request('http://a.test/graph', { body })
    await askAnd(request('http://a.test/poll?before'))
    traffic.openRequests()
    await askAnd(request('http://a.test/poll?1'), query('one'))
    await askAnd(request('http://a.test/poll?2'), query('two'))
    page.emit('request', request('http://a.test/poll?3'))
    page.emit('request', query('three'))
    expect(traffic.openRequests().map(({ answeredBefore }) => answeredBefore)).toEqual([2, 0])
  })

  test('tells requests whose response has begun, and repeated ones, from those without any answer', () => {
    const { page, traffic } = tracked()
    const [stream, data, poll] = [
      request('http://a.test/1'),
      request('http://a.test/2'),
      request('http://a.test/3'),
    ]
    for (const each of [stream, data, poll]) page.emit('request', each)
    for (const each of [stream, poll]) page.emit('response', { request: () => each })
    page.emit('requestfinished', poll)
    page.emit('request', request('http://a.test/3?again'))
    expect(traffic.openRequests().map(({ isUnanswered }) => isUnanswered)).toEqual([false, true, false])
  })

  test('has messengers while there are sockets, streams or workers', () => {
    const { page, traffic } = tracked()
    expect(traffic.hasMessengers()).toBe(false)
    const socket = new EventEmitter()
    page.emit('websocket', socket)
    expect(traffic.hasMessengers()).toBe(true)
    socket.emit('close')
    expect(traffic.hasMessengers()).toBe(false)
    page.emit('request', request('http://a.test/stream', { kind: 'eventsource' }))
    expect(traffic.hasMessengers()).toBe(true)
    expect(tracked({ workers: 1 }).traffic.hasMessengers()).toBe(true)
  })
})
