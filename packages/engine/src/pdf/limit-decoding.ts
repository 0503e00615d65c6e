import { decodePDFRawStream, PDFContext, PDFRawStream } from '@cantoo/pdf-lib'

/** Limit for the buffers of all streams of a document together; one that holds as much would exceed the memory of the thread. */
const MAX_BYTES = 256 * 1024 ** 2

/** The prototype of the library's decoders. A buffer doubles when it is full. */
interface Decoder {
  buffer: Uint8Array
  ensureBuffer: (this: Decoder, length: number) => Uint8Array
}

/**
 * Limits the memory for what the library decodes: a small file can hold what becomes gigabytes, and the limit of a thread does
 * not count buffers. Returns a function that throws once a stream was too large, because the library skips what it cannot read.
 */
export function limitDecoding(): () => void {
  const decoder = Object.getPrototypeOf(Object.getPrototypeOf(emptyDecoder())) as Decoder
  const { ensureBuffer } = decoder
  let bytes = 0
  const check = (): void => {
    if (bytes > MAX_BYTES) throw new Error('The streams of the PDF are too large to decode.')
  }
  decoder.ensureBuffer = function (length) {
    const { buffer } = this
    if (length <= buffer.length) return buffer
    bytes += length
    check()
    return ensureBuffer.call(this, length)
  }
  return check
}

function emptyDecoder(): object {
  const dict = PDFContext.create().obj({ Filter: 'RunLengthDecode' })
  return decodePDFRawStream(PDFRawStream.of(dict, new Uint8Array()))
}
