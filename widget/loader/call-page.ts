/** Names that pages in the field use besides the contract's. */
const ALSO: Record<string, string> = {
  svc_onLoad: 'svc_onLoadCallback',
  svc_onResize: 'svc_onResizeCallback',
}

/** Calls functions that the page may define. What they throw is shown and goes no further. */
export function callPage(name: string, argument?: unknown): void {
  const names = ALSO[name] ? [name, ALSO[name]] : [name]
  for (const each of names) {
    const callback = (window as unknown as Record<string, unknown>)[each as string]
    if (typeof callback !== 'function') continue
    try {
      argument === undefined ? callback() : callback(argument)
    } catch (error) {
      console.error(error)
    }
  }
}
