import { expect, test } from '@jest/globals'
import express from 'express'
import { setDownloadHeader } from './download-header.ts'

function headerFor(download: string | undefined): string | undefined {
  const headers: Record<string, string> = {}
  const res = Object.assign(Object.create(express.response) as express.Response, {
    app: express(),
    set: (name: string, value: string) => void (headers[name] = value),
    type: () => {},
  })
  setDownloadHeader(res, { download })
  return headers['Content-Disposition']
}

test.each([
  ['shot.png', 'attachment; filename=shot.png'],
  ["it's a shot", 'attachment; filename="it\'s a shot"'],
  ['a/b"\r\nSet-Cookie: x', 'attachment; filename="abSet-Cookie: x"'],
  ['..\\..\\a.png', 'attachment; filename=....a.png'],
  ['Bücher ☃.png', `attachment; filename="B?cher ?.png"; filename*=UTF-8''B%C3%BCcher%20%E2%98%83.png`],
])('F24 %j is the name %j', (download, header) => {
  expect(headerFor(download)).toBe(header)
})

test.each([undefined, '', ' ', '"/\\', '\0\r\n'])('%j is no name', (download) => {
  expect(headerFor(download)).toBeUndefined()
})
