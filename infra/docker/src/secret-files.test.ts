import { parseEnv } from 'node:util'
import { beforeAll, describe, expect, test } from '@jest/globals'
import { REDIS_USERS, redisPassword } from '@render/vault'
import { secretEnvironments, secretFiles } from './secret-files.ts'
import { makeSecrets, type Secrets } from './secrets.ts'

let secrets: Secrets
beforeAll(async () => {
  secrets = await makeSecrets()
})

describe('secret files of containers', () => {
  test('Node reads each environment file exactly as written', () => {
    const files = secretFiles(secrets)
    for (const [container, environment] of Object.entries(secretEnvironments(secrets))) {
      expect(parseEnv(files[container]!.environment!)).toEqual(environment)
    }
  })

  test('the worker gets only the queue, its key of the bucket and its private keys', () => {
    const files = secretFiles(secrets)['render-worker']!
    expect(Object.keys(files)).toEqual(['environment'])
    expect(Object.keys(parseEnv(files.environment!)).toSorted()).toEqual([
      'ARTEFACT_S3_ACCESS_KEY_ID',
      'ARTEFACT_S3_SECRET_ACCESS_KEY',
      'REDIS_URL',
      'WEB_BOT_AUTH_KEY',
      'WORKER_PRIVATE_KEYS',
    ])
  })

  test.each(['workerKeys', 'dispatcherKeys', 'botKeys'] as const)(
    'the private half of %s is in one file only',
    (keys) => {
      const holders = Object.entries(secretFiles(secrets)).filter(([, files]) =>
        Object.values(files).some((text) => text.includes(secrets[keys].privateKey.d!)),
      )
      expect(holders.map(([container]) => container)).toEqual([
        keys === 'dispatcherKeys' ? 'webhook-dispatcher' : 'render-worker',
      ])
    },
  )

  test('only management, its setup and Postgres get the database password', () => {
    const holders = Object.entries(secretFiles(secrets)).filter(([, files]) =>
      Object.values(files).some((text) => text.includes(secrets.postgresPassword)),
    )
    expect(holders.map(([container]) => container).toSorted()).toEqual(['management', 'postgres', 'setup'])
  })

  test('management gets the tokens of gateway and dispatcher', () => {
    const { gateway, management, 'webhook-dispatcher': dispatcher } = secretEnvironments(secrets)
    expect(management!.GATEWAY_TOKEN).toBe(gateway!.MANAGEMENT_TOKEN)
    expect(management!.DISPATCHER_TOKEN).toBe(dispatcher!.MANAGEMENT_TOKEN)
    expect(gateway!.MANAGEMENT_TOKEN).not.toBe(dispatcher!.MANAGEMENT_TOKEN)
  })

  const holders = (secret: string) =>
    Object.entries(secretFiles(secrets)).flatMap(([container, files]) =>
      Object.values(files).some((text) => text.includes(secret)) ? [container] : [],
    )

  test('the key of the bucket with all rights is only where it is set up; gateway and worker have keys of their own', () => {
    const { bucketPassword, bucketKeys } = secrets
    expect(holders(bucketPassword)).toEqual(['setup-bucket', 'bucket'])
    for (const [user, key] of Object.entries(bucketKeys)) {
      expect(holders(key)).toEqual([user, 'bucket'])
      const { ARTEFACT_S3_ACCESS_KEY_ID, ARTEFACT_S3_SECRET_ACCESS_KEY } = secretEnvironments(secrets)[user]!
      expect([ARTEFACT_S3_ACCESS_KEY_ID, ARTEFACT_S3_SECRET_ACCESS_KEY]).toEqual([user, key])
      const users = JSON.parse(secretFiles(secrets).bucket!['users.json']!) as object
      expect(users).toHaveProperty(
        ['accessAccounts', user],
        expect.objectContaining({ access: user, secret: key, role: 'user' }),
      )
    }
  })

  test('only Redis gets the password with all rights, and each service one of its own', () => {
    expect(holders(secrets.redisPassword)).toEqual(['redis'])
    for (const user of REDIS_USERS)
      expect(holders(redisPassword(secrets.redisPassword, user))).toEqual([user])
  })

  test('Redis keeps an append-only file, evicts nothing, has a limit of memory and requires a password', () => {
    const { 'redis.conf': configuration } = secretFiles(secrets).redis!
    expect(configuration).toContain('appendonly yes\n')
    expect(configuration).toContain('maxmemory-policy noeviction\n')
    expect(configuration).toContain('maxmemory 1gb\n')
    expect(configuration).toContain(`requirepass ${secrets.redisPassword}\n`)
  })
})
