// AWS Signature Version 4 for requests without a body.
import { createHash, createHmac } from 'node:crypto'
import type { LlmCredential } from './credential.ts'

type Keys = Pick<LlmCredential, 'awsRegion' | 'awsAccessKeyId' | 'awsSecretAccessKey' | 'awsSessionToken'>

const ALGORITHM = 'AWS4-HMAC-SHA256'

/** Returns the headers that sign a GET request to an AWS service. */
export function signForAws(
  { awsRegion = '', awsAccessKeyId = '', awsSecretAccessKey = '', awsSessionToken }: Keys,
  url: URL,
  { service = 'bedrock', now = new Date() } = {},
): Record<string, string> {
  const time = now.toISOString().replaceAll(/[-:]|\.\d+/g, '')
  const day = time.slice(0, 8)
  const sent = {
    'x-amz-date': time,
    ...(awsSessionToken !== undefined && { 'x-amz-security-token': awsSessionToken }),
  }
  const signed = Object.entries({ host: url.host, ...sent })
  const names = signed.map(([name]) => name).join(';')
  const request = [
    'GET',
    url.pathname,
    url.search.slice(1),
    ...signed.map((header) => header.join(':')),
    '',
    names,
    sha256(''),
  ].join('\n')
  const scope = [day, awsRegion, service, 'aws4_request']
  const key = scope.reduce<string | Buffer>(hmac, `AWS4${awsSecretAccessKey}`)
  const signature = hmac(key, [ALGORITHM, time, scope.join('/'), sha256(request)].join('\n')).toString('hex')
  const credential = [awsAccessKeyId, ...scope].join('/')
  return {
    ...sent,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names}, Signature=${signature}`,
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

function hmac(key: string | Buffer, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
