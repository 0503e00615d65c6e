import { describe, expect, test } from '@jest/globals'
import type { Account } from '@render/directory'
import { hashApiKey, makeApiKey } from '@render/vault'
import type { IncomingMessage } from 'node:http'
import { authenticate, sendsKey } from './authenticate.ts'

const key = makeApiKey('sk')
const account: Account = {
  organisationId: 'org_1',
  project: { id: 'project_1', enabled: true },
  user: { confirmed: true },
  plan: null,
  activeUntil: null,
}

function requestWith(...authorization: string[]): IncomingMessage {
  return {
    headers: { authorization: authorization[0] },
    headersDistinct: { authorization },
  } as unknown as IncomingMessage
}

function ask(authorization: string[], known: Account | undefined = account) {
  const asked: string[] = []
  const accounts = {
    account: async (hash: string) => {
      asked.push(hash)
      return known
    },
  }
  return { asked, answer: authenticate(requestWith(...authorization), accounts) }
}

describe('authenticate', () => {
  test('knows the caller by the hash of the key', async () => {
    const { asked, answer } = ask([`Bearer ${key}`])
    expect(await answer).toEqual({
      keyHash: hashApiKey(key),
      organisationId: 'org_1',
      projectId: 'project_1',
      account,
    })
    expect(asked).toEqual([hashApiKey(key)])
  })

  test.each([
    ['NoApiKeySupplied', []],
    ['NoApiKeySupplied', ['']],
    ['ApiKeyWrongFormat', ['Bearer']],
    ['ApiKeyWrongFormat', ['Bearer ']],
    ['ApiKeyWrongFormat', [key]],
    ['ApiKeyWrongFormat', [`bearer ${key}`]],
    ['ApiKeyWrongFormat', [`Basic ${key}`]],
    ['ApiKeyWrongFormat', [`Bearer ${key} ${key}`]],
    ['ApiKeyWrongFormat', [`Bearer ${key},Bearer ${key}`]],
    ['ApiKeyWrongFormat', [`Bearer ${key}`, `Bearer ${key}`]],
    ['ApiKeyWrongFormat', [`Bearer ${makeApiKey('pk')}`]],
    ['ApiKeyWrongFormat', [`Bearer ${makeApiKey('mk')}`]],
    ['ApiKeyWrongFormat', [`Bearer ${key.replace(/.$/, (last) => (last === '0' ? '1' : '0'))}`]],
  ])('G01, G02, G07: %s without asking anybody: %j', async (code, authorization) => {
    const { asked, answer } = ask(authorization)
    await expect(answer).rejects.toMatchObject({ code, status: 401 })
    expect(asked).toEqual([])
  })

  test.each<[string, Partial<Account>]>([
    ['ProjectNotFound', { project: null, user: null }],
    ['ProjectNotEnabled', { project: { id: 'p', enabled: false }, user: null }],
    ['UserNotFoundError', { user: null }],
  ])('%s', async (code, differing) => {
    const { answer } = ask([`Bearer ${key}`], { ...account, ...differing })
    await expect(answer).rejects.toMatchObject({ code, status: 401 })
  })

  test('G03 a key that is unknown takes the way of a right one: both are looked up by their hash, and never compared', async () => {
    const unknown = makeApiKey('sk')
    const asked: string[] = []
    const accounts = { account: async (hash: string) => void asked.push(hash) }
    await expect(authenticate(requestWith(`Bearer ${unknown}`), accounts as never)).rejects.toMatchObject({
      code: 'ApiKeyNotFound',
      status: 401,
    })
    expect(asked).toEqual([hashApiKey(unknown)])
  })
})

test('an empty header claims to be somebody, none does not', () => {
  expect(sendsKey(requestWith(''))).toBe(true)
  expect(sendsKey(requestWith())).toBe(false)
})
