// The thread that converts pages to Markdown, one after another.
import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { convert, type PageContent } from '@render/markdown'
import type { ConversionReply, ConversionRequest } from './conversion.ts'

parentPort!.on('message', ({ content, settings, maxBytes }: ConversionRequest) => {
  const json = typeof content === 'string' ? readFileSync(content) : Buffer.from(content)
  const { text, isCut, notes } = convert(JSON.parse(json.toString()) as PageContent, settings, maxBytes)
  const reply: ConversionReply = { bytes: Buffer.from(text), isCut, notes }
  parentPort!.postMessage(reply, [])
})
