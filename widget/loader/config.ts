/** The address of the service, and which widget it is. */
export interface Config {
  /** Of the service, without a slash at the end. */
  origin: string
  widgetId: string
}

/** The options that a page may set before the script, as `svc_config`. */
export interface PageConfig {
  widget_id?: unknown
  active_message?: unknown
  department_id?: unknown
  widget_color?: unknown
}

const PATH = /\/widget\/([\w-]+?)(?:\.js)?$/

/** Reads the script's own tag, and `svc_config` for what the tag leaves out; null when no id is found. */
export function readConfig(script: HTMLScriptElement | null): Config | null {
  if (!script) return null
  const { origin, pathname } = new URL(script.src)
  const widgetId = script.dataset.id || PATH.exec(pathname)?.[1] || String(readPageConfig().widget_id ?? '')
  return widgetId ? { origin, widgetId } : null
}

/** `svc_config`, or nothing. */
export function readPageConfig(): PageConfig {
  return (window as { svc_config?: PageConfig }).svc_config ?? {}
}
