import type { Mail } from './create-mailer.ts'

export function confirmAddress(to: string, url: string): Mail {
  return {
    to,
    subject: 'Confirm your address',
    text: `Open this link within an hour to confirm that this address is yours:\n\n${url}\n`,
  }
}

/** The link leads to the page that asked for it, with the token; where none did, the token is all there is. */
export function resetPassword(to: string, { url, token }: { url: string; token: string }): Mail {
  const way = new URL(url).searchParams.get('callbackURL')
    ? `Open this link within an hour to set a new password:\n\n${url}`
    : `Within an hour, this token sets a new password:\n\n${token}`
  return { to, subject: 'Set a new password', text: `${way}\n\nIf you did not ask for it, do nothing.\n` }
}

/** An organisation is called whatever its owner likes. */
export function invitation(
  to: string,
  { organisation, token }: { organisation: string; token: string },
): Mail {
  const name = organisation.replaceAll(/\s+/g, ' ')
  return {
    to,
    subject: 'You are invited',
    text: `The organisation "${name}" invites you. Within a week, signed in with this address, this token lets you in:\n\n${token}\n\nIf you do not know them, do nothing.\n`,
  }
}

/** Who asked is told nothing, so that nobody learns by asking who has signed up. */
export function tellOfSecondSignUp(to: string): Mail {
  return {
    to,
    subject: 'You have signed up already',
    text: 'Somebody signed up with this address, which has an account. If it was you, sign in or set a new password.\n',
  }
}
