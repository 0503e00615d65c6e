import { relative } from 'node:path'
import { checkout } from './checkout.ts'
import type { StackInfo } from './stack-file.ts'

/** What a newcomer needs after the start: addresses, a key, two requests to paste, and where to look. */
export function announce(info: StackInfo, ending: string): string {
  const { baseUrl, managementUrl, secretKey, directories } = info
  return `
  Render API       ${baseUrl}/v1
  Management API   ${managementUrl}
  API key          ${secretKey}
  Logs             ${shorten(directories.logs)}/
  Keys, addresses  ${shorten(directories.state)}/stack.json

A picture of your own HTML (works without internet); the answer's renderUrl shows it:

  ${request(info, { html: '<h1>Hello</h1>' })}

A picture of a page:

  ${request(info, { url: 'https://example.com', full_page: true })}

${ending}`
}

function request({ baseUrl, secretKey }: StackInfo, options: object): string {
  const headers = `-H 'Authorization: Bearer ${secretKey}' -H 'Content-Type: application/json'`
  return `curl -sS ${baseUrl}/v1/render/sync ${headers} -d '${JSON.stringify(options)}'`
}

function shorten(path: string): string {
  const fromCheckout = relative(checkout, path)
  return fromCheckout.startsWith('..') ? path : fromCheckout
}
