interface Container {
  prototype: { register(): Promise<never> }
}
declare const DOMException: new (message: string, name: string) => Error

/**
 * Prevents shared workers and service workers, which do not belong to one page. Pages cope with this: browsers without
 * shared workers are common, and so are refused service workers.
 */
export function refuseSharedWorkers(): void {
  const realm = globalThis as { SharedWorker?: unknown; ServiceWorkerContainer?: Container }
  delete realm.SharedWorker
  if (!realm.ServiceWorkerContainer) return
  realm.ServiceWorkerContainer.prototype.register = () =>
    Promise.reject(new DOMException('Service workers are not supported here.', 'SecurityError'))
}
