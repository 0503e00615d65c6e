import { createHmac } from 'node:crypto'
import { relative } from 'node:path'
import { checkout } from '../state/checkout.ts'
import type { StackInfo } from '../state/stack-file.ts'

/** Returns the text shown after the start: addresses, a key, two example requests, a render link, and `hint`. */
export function announce(info: StackInfo, hint: string): string {
  const { baseUrl, managementUrl, secretKey, directories } = info
  return `
  Render API       ${baseUrl}/v1
  Management API   ${managementUrl}
  Secret key       ${secretKey}
  Logs             ${shorten(directories.logs)}/
  Keys, addresses  ${shorten(directories.state)}/stack.json

Render your own HTML (works without internet); open the renderUrl of the response:

  ${request(info, { html: '<h1>Hello</h1>' })}

Render a page:

  ${request(info, { url: 'https://example.com', full_page: true })}

Or open a signed link in a browser (docs/render-links.md):

  ${link(info, { html: '<h1>Hello</h1>', width: '400', height: '200' })}

${hint}`
}

function request({ baseUrl, secretKey }: StackInfo, options: object): string {
  const headers = `-H 'Authorization: Bearer ${secretKey}' -H 'Content-Type: application/json'`
  return `curl -sS ${baseUrl}/v1/render/sync ${headers} -d '${JSON.stringify(options)}'`
}

function link({ baseUrl, publishableKey, secretKey }: StackInfo, options: Record<string, string>): string {
  const query = new URLSearchParams(options).toString()
  const token = createHmac('sha256', secretKey).update(query).digest('hex')
  return `${baseUrl}/v1/${publishableKey}/${token}/png?${query}`
}

function shorten(path: string): string {
  const fromCheckout = relative(checkout, path)
  return fromCheckout.startsWith('..') ? path : fromCheckout
}
