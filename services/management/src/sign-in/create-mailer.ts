import { describeCause } from '@render/http'
import type { Logger } from '@render/runtime'
import { createTransport } from 'nodemailer'

export interface Mail {
  to: string
  subject: string
  text: string
}

/** Hands a mail on and does not wait, so that answers come as soon whether or not there was somebody to write to. */
export type SendMail = (mail: Mail) => void

interface MailerSettings {
  /** Without one, mails stand in the log. */
  smtpUrl: string
  from: string
  logger: Pick<Logger, 'info' | 'error'>
}

const TIMEOUT_MS = 10_000

/** Disposing waits for mails that are on their way. */
export function createMailer(settings: MailerSettings): AsyncDisposable & { send: SendMail } {
  const { logger } = settings
  const deliver = settings.smtpUrl ? overSmtp(settings) : intoLog(logger)
  const underWay = new Set<Promise<void>>()
  return {
    send(mail) {
      const sent = deliver(mail)
        .catch((cause: unknown) =>
          logger.error({ alert: 'mail-lost', cause: describeCause(cause) }, 'mail not sent'),
        )
        .finally(() => underWay.delete(sent))
      underWay.add(sent)
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(underWay)
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
  return async (mail) => void (await transport.sendMail({ from, ...mail }))
}

function intoLog(logger: Pick<Logger, 'info'>): (mail: Mail) => Promise<void> {
  return async (mail) => logger.info({ mail }, 'mail')
}
