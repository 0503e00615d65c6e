import { describe, expect, test } from '@jest/globals'
import type { Account } from '@render/management-client'
import { hashApiKey, makeApiKey } from '@render/vault'
import type { Request } from 'express'
import { identifyCaller, hasKey } from './identify.ts'
import { createLookupLimit } from './lookup-limit.ts'

const key = makeApiKey('sk')
const account: Account = {
  organisationId: 'org_1',
  project: { id: 'project_1', enabled: true },
  user: { confirmed: true },
  plan: null,
  activeUntil: null,
}

const unknownIdLimit = createLookupLimit(0)

function requestWith(...authorization: string[]): Request {
  return {
    headers: { authorization: authorization[0] },
    headersDistinct: { authorization },
  } as unknown as Request
}

function ask(authorization: string[], known: Account | undefined = account) {
  const hashes: string[] = []
  const stored: string[] = []
  const accounts = {
    store: (...given: string[]) => void stored.push(...given),
    account: async (hash: string) => {
      hashes.push(hash)
      return known
    },
    isCached: () => false,
  }
  return {
    hashes,
    stored,
    answer: identifyCaller(requestWith(...authorization), { accounts, unknownIdLimit }),
  }
}

describe('identifyCaller', () => {
  test('finds the caller by the hash of the key', async () => {
    const { hashes, answer } = ask([`Bearer ${key}`])
    expect(await answer).toEqual({
      keyHash: hashApiKey(key),
      organisationId: 'org_1',
      projectId: 'project_1',
      account,
    })
    expect(hashes).toEqual([hashApiKey(key)])
  })

  test('gives management the key when it has only the hash', async () => {
    const known = ask([`Bearer ${key}`])
    await known.answer
    expect(known.stored).toEqual([])
    const hashed = ask([`Bearer ${key}`], { ...account, isHashOnly: true })
    await hashed.answer
    expect(hashed.stored).toEqual([key, hashApiKey(key)])
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
  ])('G01, G02, G07: %s without a lookup: %j', async (code, authorization) => {
    const { hashes, answer } = ask(authorization)
    await expect(answer).rejects.toMatchObject({ code, status: 401 })
    expect(hashes).toEqual([])
  })

  test.each<[string, Partial<Account>]>([
    ['ProjectNotFound', { project: null, user: null }],
    ['ProjectNotEnabled', { project: { id: 'p', enabled: false }, user: null }],
    ['UserNotFoundError', { user: null }],
  ])('%s', async (code, differing) => {
    const { answer } = ask([`Bearer ${key}`], { ...account, ...differing })
    await expect(answer).rejects.toMatchObject({ code, status: 401 })
  })

  test('G03 looks up an unknown key like a valid one, by its hash, without comparing keys', async () => {
    const unknown = makeApiKey('sk')
    const hashes: string[] = []
    const accounts = { account: async (hash: string) => void hashes.push(hash), isCached: () => false }
    const context = { accounts: accounts as never, unknownIdLimit }
    await expect(identifyCaller(requestWith(`Bearer ${unknown}`), context)).rejects.toMatchObject({
      code: 'ApiKeyNotFound',
      status: 401,
    })
    expect(hashes).toEqual([hashApiKey(unknown)])
  })
})

test('hasKey is true for an empty header, and false without one', () => {
  expect(hasKey(requestWith(''))).toBe(true)
  expect(hasKey(requestWith())).toBe(false)
})
