// The part of Azurite, which has no types, that is used here.
declare module 'azurite/dist/src/blob/BlobConfiguration.js' {
  const loaded: { default: new (...settings: unknown[]) => object }
  export default loaded
}

declare module 'azurite/dist/src/blob/BlobServer.js' {
  interface BlobServer {
    start(): Promise<void>
    close(): Promise<void>
    getHttpServerAddress(): string
  }
  const loaded: { default: new (settings: object) => BlobServer }
  export default loaded
}
