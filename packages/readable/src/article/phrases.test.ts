import { expect, test } from '@jest/globals'
import { APPEAL } from './phrases.ts'

test.each([
  'Subscribe to our newsletter',
  'Sign up and get the best stories in your inbox.',
  'Join us on our channel for daily updates.',
  'Subscribe to my podcast!',
  'Sign up for email updates.',
  'Subscribe to the podcast.',
  'Abonnez-vous à notre lettre',
])('asks its readers: %s', (line) => {
  expect(line).toMatch(APPEAL)
})

test.each([
  'Clients subscribe to a channel and receive every message that is published to it.',
  'Sign up with your e-mail address, then open the console.',
  'Those who register in the US by e-mail need a passport.',
  'Members register for updates of the system at the town hall.',
  'Two more rivers join the channel below the lock.',
])('tells something: %s', (line) => {
  expect(line).not.toMatch(APPEAL)
})
