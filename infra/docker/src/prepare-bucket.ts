import { CreateBucketCommand, PutBucketPolicyCommand } from '@aws-sdk/client-s3'
import { bucketFrom, openBucket } from '@render/storage'

/** The rights of each service in the bucket, by its user: the gateway reads, the worker writes and deletes. */
const GRANTS = {
  gateway: { bucket: ['s3:ListBucket'], objects: ['s3:GetObject'] },
  'render-worker': {
    bucket: ['s3:ListBucket'],
    objects: ['s3:PutObject', 's3:DeleteObject', 's3:AbortMultipartUpload'],
  },
}

/** Creates a bucket unless it is there, and permits each service what it does in it, and nothing else. */
export async function prepareBucket(fields: Parameters<typeof bucketFrom>[0]): Promise<void> {
  const bucket = bucketFrom(fields)
  const { name: Bucket } = bucket
  const client = await openBucket(bucket, {})
  await client.send(new CreateBucketCommand({ Bucket })).catch((error: unknown) => {
    if (!/^BucketAlready(OwnedByYou|Exists)$/.test((error as Error).name)) throw error
  })
  await client.send(new PutBucketPolicyCommand({ Bucket, Policy: JSON.stringify(policyOf(Bucket)) }))
  client.destroy()
}

function policyOf(bucket: string) {
  const Statement = Object.entries(GRANTS).flatMap(([user, grants]) => {
    const allow = (Action: string[], Resource: string) => ({
      Effect: 'Allow',
      Principal: { AWS: [user] },
      Action,
      Resource: [Resource],
    })
    return [allow(grants.bucket, `arn:aws:s3:::${bucket}`), allow(grants.objects, `arn:aws:s3:::${bucket}/*`)]
  })
  return { Version: '2012-10-17', Statement }
}
