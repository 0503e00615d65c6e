/** A host as it is compared: lower case, without IPv6 brackets, without the dot that ends an absolute name. */
export function hostName(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
}
