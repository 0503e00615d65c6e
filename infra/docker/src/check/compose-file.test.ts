import { fileURLToPath } from 'node:url'
import { expect, test } from '@jest/globals'
import { readComposeFile } from './compose-file.ts'

const path = fileURLToPath(new URL('../../../../docker-compose.yml', import.meta.url))
const { services } = readComposeFile(path)

/** Returns the values that containers get for any of the names, each once. */
function valuesOf(...names: string[]): unknown[] {
  const environments = Object.values(services).map(({ environment = {} }) => environment)
  const values = environments.flatMap((each) =>
    names.filter((name) => name in each).map((name) => each[name]),
  )
  return [...new Set(values)]
}

test.each([
  [['PUBLIC_URL', 'ARTEFACT_URL'], /^\$\{PUBLIC_URL:-http:/],
  [['MANAGEMENT_PUBLIC_URL'], /^\$\{MANAGEMENT_PUBLIC_URL:-http:/],
  [['WEB_BOT_AUTH_AGENT'], /^\$\{WEB_BOT_AUTH_AGENT:-\$\{PUBLIC_URL:-http:/],
])('%j can be set, to one value in all containers', (names, value) => {
  expect(valuesOf(...names)).toEqual([expect.stringMatching(value)])
})

// A name without a value is passed through from the environment of compose.
test.each(['TRUST_PROXY', 'TRUSTED_ORIGINS', 'SMTP_URL', 'MAIL_FROM'])('management gets %s', (name) => {
  expect(services.management!.environment).toHaveProperty(name, null)
})

test('the gateway gets TRUST_PROXY', () => {
  expect(services.gateway!.environment).toHaveProperty('TRUST_PROXY', null)
})
