/** Returns whether a text is the JSON key file of a Google service account. */
export function isServiceAccountKey(text: string): boolean {
  try {
    const { client_email, private_key } = JSON.parse(text) as Record<string, unknown>
    return typeof client_email === 'string' && typeof private_key === 'string'
  } catch {
    return false
  }
}
