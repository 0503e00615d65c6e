// Serialised into the page: no imports, no closures.

interface Global {
  SharedWorker?: unknown
  readonly DOMException: new (message: string, name: string) => Error
  /** Absent where the page is not secure. */
  readonly ServiceWorkerContainer?: { prototype: { register: () => Promise<never> } }
}

/** The page finds itself in a browser without shared workers, and in which service workers are switched off. */
export function hideLastingWorkers(): void {
  const realm = globalThis as unknown as Global
  delete realm.SharedWorker
  if (realm.ServiceWorkerContainer)
    realm.ServiceWorkerContainer.prototype.register = () =>
      Promise.reject(new realm.DOMException('Service workers are switched off.', 'SecurityError'))
}
