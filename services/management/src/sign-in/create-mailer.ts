import { describeCause, type Logger } from '@render/runtime'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Sends a mail without waiting, so that the time of an answer does not reveal whether a mail was sent. */
export type SendMail = (mail: Mail) => void

interface MailerSettings {
  /** Empty: mails are written to the log. */
  smtpUrl: string
  from: string
  logger: Pick<Logger, 'info' | 'error'>
}

const TIMEOUT_MS = 10_000

/** Creates the mailer. Disposing it waits for mails in flight. */
export function createMailer(settings: MailerSettings): AsyncDisposable & { send: SendMail } {
  const { logger } = settings
  const deliver = settings.smtpUrl ? overSmtp(settings) : intoLog(logger)
  const inFlight = new Set<Promise<void>>()
  return {
    send(mail) {
      const sent = deliver(mail)
        .catch((cause: unknown) =>
          logger.error(
            { alert: 'mail-lost', subject: mail.subject, cause: describeCause(cause) },
            'mail not sent',
          ),
        )
        .finally(() => inFlight.delete(sent))
      inFlight.add(sent)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(inFlight)
    },
  }
}

function overSmtp({ smtpUrl, from }: MailerSettings): (mail: Mail) => Promise<void> {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
  })
  // As text the address would be parsed: `a<b@example.com>` would go to `b@example.com`.
  return async ({ to, ...mail }) =>
    void (await transport.sendMail({ from, to: { name: '', address: to }, ...mail }))
}

function intoLog(logger: Pick<Logger, 'info'>): (mail: Mail) => Promise<void> {
  return async (mail) => logger.info({ mail }, 'mail written to log')
}
