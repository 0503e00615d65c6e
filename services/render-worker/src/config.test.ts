import { expect, test } from '@jest/globals'
import { readConfig } from '@render/runtime'
import { makeBotKeys, makeSealingKeys } from '@render/vault'
import { environment, programPaths } from './config.ts'

const { privateKey, publicKey } = await makeSealingKeys()
const good = {
  REDIS_URL: 'redis://127.0.0.1:1',
  STORAGE_PATH: '/nowhere',
  WORKER_PRIVATE_KEYS: JSON.stringify([privateKey]),
}

test.each(['5000', '300000'])('an attempt may take %s ms', (input) => {
  const { ATTEMPT_TIMEOUT_MS } = readConfig(environment, { ...good, ATTEMPT_TIMEOUT_MS: input })
  expect(ATTEMPT_TIMEOUT_MS).toBe(Number(input))
})

test.each(['0', '4999', '300001'])('an attempt may not take %s ms', (input) => {
  expect(() => readConfig(environment, { ...good, ATTEMPT_TIMEOUT_MS: input })).toThrow('ATTEMPT_TIMEOUT_MS')
})

test.each(['auto', 'required', 'off'])("the browsers' network may be %s", (input) => {
  const { NETWORK_NAMESPACE } = readConfig(environment, { ...good, NETWORK_NAMESPACE: input })
  expect(NETWORK_NAMESPACE).toBe(input)
})

test('NETWORK_NAMESPACE accepts no other values', () => {
  expect(() => readConfig(environment, { ...good, NETWORK_NAMESPACE: 'on' })).toThrow('NETWORK_NAMESPACE')
})

test('each program has a variable for its path, and is searched for without it', () => {
  const paths = { CHROMIUM_PATH: '/1', FULL_CHROMIUM_PATH: '/2', CHROME_PATH: '/3', FFMPEG_PATH: '/4' }
  expect(programPaths(readConfig(environment, { ...good, ...paths }))).toEqual({
    chromiumPath: '/1',
    fullChromiumPath: '/2',
    chromePath: '/3',
    ffmpegPath: '/4',
  })
  expect(Object.values(programPaths(readConfig(environment, good)))).toEqual(Array(4).fill(undefined))
})

test.each([
  ['WORKER_PRIVATE_KEYS', []],
  ['WORKER_PRIVATE_KEYS', privateKey],
  ['WORKER_PRIVATE_KEYS', [privateKey, publicKey]],
  ['SERVICE_PROXIES', null],
  ['SERVICE_PROXIES', ['p:3128']],
  ['SERVICE_PROXIES', { eu: 'p:3128' }],
  ['POV_PROXIES', { 'geo/gb': [] }],
  ['WEB_BOT_AUTH_KEY', [privateKey]],
  ['WEB_BOT_AUTH_KEY', privateKey],
] as const)('%s is refused when it has another shape: %j', (name, value) => {
  expect(() => readConfig(environment, { ...good, [name]: JSON.stringify(value) })).toThrow(
    `${name}: must be a`,
  )
})

test('JSON of the right shape is accepted, also when it is empty where that means none', async () => {
  const bot = await makeBotKeys()
  for (const [name, value] of [
    ['SERVICE_PROXIES', {}],
    ['SERVICE_PROXIES', { eu: ['p:3128'] }],
    ['WEB_BOT_AUTH_KEY', {}],
    ['WEB_BOT_AUTH_KEY', bot.privateKey],
  ] as const)
    expect(readConfig(environment, { ...good, [name]: JSON.stringify(value) })[name]).toEqual(value)
})
