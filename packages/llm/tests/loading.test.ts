import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@jest/globals'

const INDEX = fileURLToPath(new URL('../src/index.ts', import.meta.url))
const PROGRAM = `
  import { registerHooks } from 'node:module'
  const seen = []
  registerHooks({ resolve: (name, context, next) => (seen.push(name), next(name, context)) })
  const llm = await import(${JSON.stringify(INDEX)})
  if (process.argv[1] === 'ask') {
    const credential = { provider: 'groq', apiKey: 'a', baseUrl: 'https://models.example' }
    const http = { request: async () => ({ failure: 'timeout' }) }
    const question = { credential, model: 'a', prompt: 'a', temperature: 0, maxTokens: 1 }
    await llm.askModel(question, { http, signal: AbortSignal.timeout(60_000), timeoutMs: 60_000 })
  }
  console.log(seen.filter((name) => name === 'ai' || name.startsWith('@ai-sdk/groq')).join())
`

test('the SDK is loaded by the first question only', async () => {
  const loaded = async (...args: string[]) =>
    (
      await promisify(execFile)(process.execPath, ['--input-type=module', '-e', PROGRAM, ...args])
    ).stdout.trim()
  expect(await loaded()).toBe('')
  expect(await loaded('ask')).toContain('@ai-sdk/groq')
})
