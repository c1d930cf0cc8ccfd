import type { BaseState } from '../core.ts'

/** The address of the service, and which widget it is. */
export interface Config {
  /** Of the service, without a slash at the end. */
  origin: string
  widgetId: string
}

/** The options that a page may set before the script, as `svc_config`, and what it reads there afterwards. */
export interface PageConfig {
  widget_id?: unknown
  active_message?: unknown
  department_id?: unknown
  widget_color?: unknown
  chat_mode?: unknown
}

/** One stray character after the id is forgiven: addresses are copied by hand. In an address it may be encoded. */
const PATH = /\/widget\/([\w-]+?)(?:\.js)?(?:[^\w-]|(?:%\w\w)+)?$/

/** Reads the script's own tag, and `svc_config` for what the tag leaves out; null when no id is found. */
export function readConfig(script: HTMLScriptElement | null): Config | null {
  if (!script) return null
  const { dataset, src } = script
  const { origin, pathname } = new URL(src)
  // Tags in the field also have `data-…-id`, with somebody else's name between. Others may add such attributes, too.
  const other = Object.keys(dataset).filter((name) => /id$/i.test(name))[0] ?? ''
  const widgetId =
    dataset.id || PATH.exec(pathname)?.[1] || dataset[other] || `${readPageConfig().widget_id ?? ''}`
  return widgetId ? { origin, widgetId: widgetId.trim() } : null
}

/** `svc_config`, or nothing. */
export function readPageConfig(): PageConfig {
  return (window as { svc_config?: PageConfig }).svc_config ?? {}
}

/** The colour that the page was told: one that it has not set itself. */
let toldColor: unknown = ''

/** The colour that the page has set. */
export function readPageColor(): unknown {
  const { widget_color } = readPageConfig()
  return widget_color === toldColor ? null : widget_color
}

/** Says in `svc_config` whether somebody is available, and the colour. Pages read both without asking whether it is there. */
export function tellPageConfig(state?: BaseState): void {
  const config = readPageConfig()
  // The page may have replaced it, or frozen it.
  Object.assign(window, { svc_config: config })
  Reflect.set(config, 'chat_mode', state?.online ? 'online' : 'offline')
  if (readPageColor()) return
  toldColor = state ? (state.colors?.primary ?? state.widget.color) : ''
  Reflect.set(config, 'widget_color', toldColor)
}
