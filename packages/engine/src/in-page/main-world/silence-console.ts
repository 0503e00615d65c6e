/**
 * Makes the page's console print nothing: each message would pass through the browser's main process, which all of its pages
 * share.
 */
export function silenceConsole(): void {
  const { console: own } = globalThis as unknown as { console: Record<string, object> }
  const printing =
    'assert count countReset debug dir dirxml error group groupCollapsed info log table time timeEnd timeLog timeStamp trace warn'
  // A proxy of the native function looks like it to the page.
  for (const name of printing.split(' ')) own[name] = new Proxy(own[name]!, { apply: () => undefined })
}
