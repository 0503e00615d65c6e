/** Where the status of a batch is read. `publicUrl` is the configured base address. */
export function batchUrl(publicUrl: string, batchId: string): string {
  return `${publicUrl}/v1/render/batch/${batchId}`
}
