import { expect, test } from '@jest/globals'
import { signForAws } from './sign-for-aws.ts'

const keys = {
  awsRegion: 'us-east-1',
  awsAccessKeyId: 'AKIDEXAMPLE',
  awsSecretAccessKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
}
const at = { service: 'service', now: new Date('2015-08-30T12:36:00Z') }

test('signs a request like the example of AWS', () => {
  expect(signForAws(keys, new URL('https://example.amazonaws.com/'), at)).toEqual({
    'x-amz-date': '20150830T123600Z',
    authorization:
      'AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ' +
      'SignedHeaders=host;x-amz-date, ' +
      'Signature=5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
  })
})

test('sends and signs the session token', () => {
  const headers = signForAws({ ...keys, awsSessionToken: 'token' }, new URL('https://a.example/'))
  expect(headers['x-amz-security-token']).toBe('token')
  expect(headers.authorization).toContain('SignedHeaders=host;x-amz-date;x-amz-security-token,')
})
