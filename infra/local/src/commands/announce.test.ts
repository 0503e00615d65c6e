import { describe, expect, test } from '@jest/globals'
import { createHmac } from 'node:crypto'
import { announce } from './announce.ts'
import { checkout } from '../state/checkout.ts'
import type { StackInfo } from '../state/stack-file.ts'

const info = {
  baseUrl: 'http://127.0.0.1:20001',
  managementUrl: 'http://127.0.0.1:20002/v2',
  secretKey: 'sk_example',
  publishableKey: 'pk_example',
  directories: { state: `${checkout}/.local`, logs: `${checkout}/.local/logs`, artefacts: '/elsewhere' },
} as StackInfo

describe('the text shown after the start', () => {
  test('contains the address, the key and the log folder', () => {
    const text = announce(info, 'Ctrl-C stops everything.')
    expect(text).toContain('http://127.0.0.1:20001/v1')
    expect(text).toContain('sk_example')
    expect(text).toContain('.local/logs/')
  })

  test('contains two requests to paste: html, which needs no internet, then a public URL', () => {
    const requests = announce(info, '')
      .split('\n')
      .filter((line) => line.includes('curl'))
    const bodies = requests.map((line) => JSON.parse(/-d '(.*)'$/.exec(line)![1]!) as object)
    expect(bodies).toEqual([{ html: expect.any(String) }, { url: 'https://example.com', full_page: true }])
    for (const request of requests) {
      expect(request).toContain('http://127.0.0.1:20001/v1/render/sync')
      expect(request).toContain("'Authorization: Bearer sk_example'")
    }
  })

  test('contains a signed link', () => {
    const [, token, query] = /^ {2}http:\S+\/v1\/pk_example\/(\w+)\/png\?(\S+)$/m.exec(announce(info, ''))!
    expect(token).toBe(createHmac('sha256', 'sk_example').update(query!).digest('hex'))
    expect(new URLSearchParams(query).get('html')).toBe('<h1>Hello</h1>')
  })
})
