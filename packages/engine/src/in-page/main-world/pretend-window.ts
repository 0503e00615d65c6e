interface Global {
  readonly innerWidth: number
  readonly innerHeight: number
  readonly chrome?: object
  readonly navigator: { readonly plugins: { readonly length: number } }
  readonly Navigator: { prototype: object }
  readonly Plugin: { prototype: object }
  readonly PluginArray: { prototype: object }
}

/** Gives the page the plugins and the outer size of a browser with a window and, with `isChrome`, the object `chrome`. */
export function pretendWindow({ isChrome }: { isChrome: boolean }): void {
  const TABS_HEIGHT = 85
  const NAMES = [
    'PDF Viewer',
    'Chrome PDF Viewer',
    'Chromium PDF Viewer',
    'Microsoft Edge PDF Viewer',
    'WebKit built-in PDF',
  ]
  const page = globalThis as unknown as Global
  const define = (target: object, name: string, get: () => unknown): void => {
    Object.defineProperty(target, name, { get, configurable: true, enumerable: true })
  }

  if (page.navigator.plugins.length === 0) {
    const plugins = NAMES.map((name) => {
      const plugin: object = Object.create(page.Plugin.prototype)
      define(plugin, 'name', () => name)
      define(plugin, 'filename', () => 'internal-pdf-viewer')
      define(plugin, 'description', () => 'Portable Document Format')
      return plugin
    })
    const all: object = Object.create(page.PluginArray.prototype)
    for (const [index, plugin] of plugins.entries()) define(all, String(index), () => plugin)
    define(all, 'length', () => plugins.length)
    define(all, 'item', () => (index: number) => plugins[index] ?? null)
    define(all, 'namedItem', () => (name: string) => plugins[NAMES.indexOf(name)] ?? null)
    define(page.Navigator.prototype, 'plugins', () => all)
  }
  define(page, 'outerWidth', () => page.innerWidth)
  define(page, 'outerHeight', () => page.innerHeight + TABS_HEIGHT)
  if (isChrome && !page.chrome) Object.defineProperty(page, 'chrome', { value: {}, writable: true })
}
