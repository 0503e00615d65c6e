/** Settings of `Network.enable`: the browser keeps no bodies for its events, because they are never read through them. */
export const WITHOUT_BODIES = { maxTotalBufferSize: 0, maxResourceBufferSize: 0 }
