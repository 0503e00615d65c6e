import { shared } from './shared.ts'

export default async function stopSharedPostgres(): Promise<void> {
  await shared.disposeAsync()
}
