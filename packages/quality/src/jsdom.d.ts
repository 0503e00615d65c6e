// Only what is used here; the types of the whole DOM would come with the published ones.
declare module 'jsdom' {
  export class JSDOM {
    constructor(html: string, options: { url: string })
    // oxlint-disable-next-line typescript/no-explicit-any
    readonly window: { document: any }
  }
}
