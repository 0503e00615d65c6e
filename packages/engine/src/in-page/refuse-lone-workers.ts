// Serialised into every document before its own scripts: no imports, no closures.

interface Container {
  prototype: { register(): Promise<never> }
}
declare const DOMException: new (message: string, name: string) => Error

/** Leaves a page no worker that is not its own: browsers without shared ones are common, and refused service workers too. */
export function refuseLoneWorkers(): void {
  const realm = globalThis as { SharedWorker?: unknown; ServiceWorkerContainer?: Container }
  delete realm.SharedWorker
  if (!realm.ServiceWorkerContainer) return
  realm.ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are not supported here.', 'SecurityError'))
}
