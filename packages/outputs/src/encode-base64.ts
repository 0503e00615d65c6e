/** Encodes chunk by chunk: three bytes become four characters, and the remainder waits for the next chunk. */
export async function* encodeBase64(chunks: AsyncIterable<Buffer>): AsyncGenerator<string, void> {
  let rest = Buffer.alloc(0)
  for await (const chunk of chunks) {
    const bytes = Buffer.concat([rest, chunk])
    const wholeBytes = bytes.length - (bytes.length % 3)
    yield bytes.toString('base64', 0, wholeBytes)
    rest = bytes.subarray(wholeBytes)
  }
  yield rest.toString('base64')
}
