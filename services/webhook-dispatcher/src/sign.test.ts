import { describe, expect, test } from '@jest/globals'
import { serviceSignature, signatureHeaders, standardSignature } from './sign.ts'

// Test vectors of published verifiers.
const vectors = [
  {
    verifier: 'urlbox/urlbox-dotnet',
    secret: 'webhook_secret',
    timestamp: 123456,
    sha256: '41f85178517e8e031be5771ee4951bc3f6fbd871f41b4866546803576b1c3843',
    body: '{"event":"render.succeeded","renderId":"e9617143-2a95-4962-9cc9-d72f3c413b9c","result":{"renderUrl":"https://renders.urlbox.com/ub-temp-renders/renders/571f54138cd8b877077d3788/2024/1/11/e9617143-2a95-4962-9cc9-d72f3c413b9c.png","size":359081},"meta":{"startTime": "2024-01-11T23:32:11.908Z","endTime":"2024-01-11T23:33:32.500Z"}}',
  },
  {
    verifier: 'urlbox/urlbox-php',
    secret: 'WEBHOOK_SECRET',
    timestamp: 1657129761,
    sha256: 'ddbceae3998704c0b264d8e8c1d486df9f1c0b6cdb77e6e13ce7de4a72fbd81d',
    body: '{"event": "render.succeeded","renderId": "19a59ab6-a5aa-4cde-86cb-d2b23302fd84","result": {"renderUrl": "https://renders.urlbox.io/urlbox1/renders/6215a3df94d7588f7d910513/2022/7/6/19a59ab6-a5aa-4cde-86cb-d2b23302fd84.png","size": 34097},"meta": {"startTime": "2022-07-06T17:49:18.593Z","endTime": "2022-07-06T17:49:21.103Z"}}',
  },
]

const standard = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  message: {
    id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  },
  signature: 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
}

describe('x-service-signature', () => {
  test.each(vectors)('is accepted by $verifier', ({ secret, timestamp, sha256, body }) => {
    expect(serviceSignature({ id: 'any', timestamp, body }, secret)).toBe(`t=${timestamp},sha256=${sha256}`)
  })

  test('G29 changes with the body, the time and the secret', () => {
    const message = { id: 'id', timestamp: 1, body: '{}' }
    const all = [
      serviceSignature(message, 'a'),
      serviceSignature({ ...message, body: '{} ' }, 'a'),
      serviceSignature({ ...message, timestamp: 2 }, 'a'),
      serviceSignature(message, 'b'),
    ]
    expect(new Set(all).size).toBe(4)
  })
})

describe('webhook-signature', () => {
  test('is accepted by the reference verifiers of Standard Webhooks', () => {
    expect(standardSignature(standard.message, standard.secret)).toBe(standard.signature)
  })
})

test('a message has one standard signature per secret, and our own header with the newest', () => {
  const older = 'whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA='
  expect(signatureHeaders(standard.message, [standard.secret, older])).toEqual({
    'x-service-signature': serviceSignature(standard.message, standard.secret),
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': `${standard.signature} ${standardSignature(standard.message, older)}`,
  })
})
