import { shared } from './shared.ts'

export default async function stopSharedStack(): Promise<void> {
  await shared.disposeAsync()
}
