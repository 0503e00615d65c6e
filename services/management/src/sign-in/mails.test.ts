import { describe, expect, test } from '@jest/globals'
import { invitationMail } from './mails.ts'

const firstLine = (organisation: string) => {
  const { text } = invitationMail('guest@example.com', { organisation, token: 'org_a.x', signUp: 'invited' })
  return text.split(' Sign in')[0]
}

describe('the mail of an invitation', () => {
  test.each(['Acme', "O'Neill-Söhne 24", 'Acme Inc.', 'St. Gallen', '株式会社', 'x'.repeat(60)])(
    'quotes the name %j',
    (name) => expect(firstLine(name)).toBe(`The organisation "${name}" invites you.`),
  )

  test('quotes a name of several lines in one', () => {
    expect(firstLine('Acme\n\nInc.')).toBe('The organisation "Acme Inc." invites you.')
  })

  // Fails when the name is quoted as it is.
  test.each([
    'evil.example',
    'Win now: https://evil.example/a',
    'a@evil.example',
    'evil。example',
    '<b>Acme</b>',
    'Acme" invites you. Open this link',
    'x'.repeat(61),
    '',
  ])('leaves out the name %j', (name) => expect(firstLine(name)).toBe('An organisation invites you.'))
})
