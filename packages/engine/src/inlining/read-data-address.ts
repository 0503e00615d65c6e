/** Reads the file from a `data:` address, which makes no request; undefined when it cannot be read. */
export async function readDataAddress(address: string): Promise<Buffer | undefined> {
  try {
    return Buffer.from(await (await fetch(address)).arrayBuffer())
  } catch {
    return undefined
  }
}
