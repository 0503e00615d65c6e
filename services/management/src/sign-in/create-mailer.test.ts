import { expect, jest, test } from '@jest/globals'
import { createMailer } from './create-mailer.ts'

const mail = { to: 'ada@example.com', subject: 'Hello', text: 'https://here.example/link' }

test('mails are written to the log without a mail server', async () => {
  const logger = { info: jest.fn(), error: jest.fn() }
  await using mailer = createMailer({ smtpUrl: '', from: 'us@example.com', logger })
  mailer.send(mail)
  expect(logger.info).toHaveBeenCalledWith({ mail }, 'mail written to log')
})

test('a mail that cannot be sent raises an alert without its content', async () => {
  const logger = { info: jest.fn(), error: jest.fn() }
  const mailer = createMailer({ smtpUrl: 'smtp://127.0.0.1:1', from: 'us@example.com', logger })
  mailer.send(mail)
  await mailer[Symbol.asyncDispose]()
  expect(logger.error).toHaveBeenCalledWith(expect.objectContaining({ alert: 'mail-lost' }), 'mail not sent')
  expect(JSON.stringify(logger.error.mock.calls)).not.toContain(mail.text)
})
