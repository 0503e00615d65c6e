import { expect, test } from '@jest/globals'
import { createMailer } from '../src/sign-in/create-mailer.ts'
import { startMailServer } from './api/start-mail-server.ts'

// As text, the library would send them to victim@example.com.
test.each([
  ['a,victim@example.com', '"a,victim"@example.com'],
  ['victim(a)@example.com', '"victim(a)"@example.com'],
])('a mail to %s goes to no other address', async (to, recipient) => {
  await using server = await startMailServer()
  const logger = { info() {}, error() {} }
  await using mailer = createMailer({ smtpUrl: server.url, from: 'us@example.com', logger })
  mailer.send({ to, subject: 'Hello', text: 'A link' })
  expect(await server.until(recipient, 'A link')).toContain('Subject: Hello')
})
