import type { Mail } from './create-mailer.ts'
import type { SignUp } from './restrict-sign-up.ts'

export function confirmationMail(to: string, url: string): Mail {
  return {
    to,
    subject: 'Confirm your address',
    text: `Open this link within an hour to confirm that this address is yours:\n\n${url}\n`,
  }
}

/** The link leads to the page that the caller named, with the token; without such a page the mail has only the token. */
export function resetPasswordMail(to: string, { url, token }: { url: string; token: string }): Mail {
  const instructions = new URL(url).searchParams.get('callbackURL')
    ? `Open this link within an hour to set a new password:\n\n${url}`
    : `Use this token within an hour to set a new password:\n\n${token}`
  return {
    to,
    subject: 'Set a new password',
    text: `${instructions}\n\nIf you did not ask for it, ignore this mail.\n`,
  }
}

/** Names that mail programs turn into no link: a dot ends a word. Letters, digits, blanks, `.`, `-` and `'`. */
const PLAIN_NAME = /^(?:[\p{L}\p{M}\p{N} '-]|\.(?= |$)){1,60}$/u

/** The organisation's name is free text of the inviter, so that it is left out unless it is plain. */
export function invitationMail(
  to: string,
  { organisation, token, signUp }: { organisation: string; token: string; signUp: SignUp },
): Mail {
  const name = organisation.replaceAll(/\s+/g, ' ')
  const inviter = PLAIN_NAME.test(name) ? `The organisation "${name}"` : 'An organisation'
  const orSignUp = signUp === 'closed' ? '' : '; to sign up, send it as "invitation"'
  return {
    to,
    subject: 'You are invited',
    text: `${inviter} invites you. Sign in with this address and use this token within a week to join${orSignUp}:\n\n${token}\n\nIf you do not know them, ignore this mail.\n`,
  }
}

/** Returns the mail that replaces an error, so that signing up does not reveal which addresses have an account. */
export function duplicateSignUpMail(to: string): Mail {
  return {
    to,
    subject: 'You have signed up already',
    text: 'Somebody signed up with this address, which already has an account. If it was you, sign in or set a new password.\n',
  }
}
