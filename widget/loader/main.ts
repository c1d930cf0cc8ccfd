import { createApi } from './api.ts'
import { callPage } from './call-page.ts'
import { readConfig } from './config.ts'
import { startWidget, type Widget } from './start-widget.ts'

/** Heard by a widget that an earlier script has put on the page: there is one at a time. */
const REPLACED = 'switchboard-widget-replaced'

interface Queue {
  queue?: [name: string, values: unknown[]][]
}

const config = readConfig(document.currentScript as HTMLScriptElement | null)
if (config) {
  let end: AbortController | null = null
  let starting: Promise<Widget> = Promise.reject(new Error('The widget was removed.'))
  let widget: Widget | null = null
  starting.catch(() => {})

  const queued = (window.svc_api as Queue | undefined)?.queue ?? []
  const api = createApi({ widget: () => widget, ready: () => starting })
  document.dispatchEvent(new Event(REPLACED))
  document.addEventListener(REPLACED, destroy, { once: true })
  window.svc_api = api
  window.svc_init = init
  window.svc_destroy = destroy
  init()

  function init(): void {
    if (end || !config) return
    end = new AbortController()
    const { signal } = end
    starting = startWidget(config, signal)
    starting.then(
      (started) => {
        if (signal.aborted) return
        widget = started
        for (const [name, values] of queued.splice(0)) call(name, values)
        callPage('svc_onLoad')
      },
      (error: Error) => {
        if (!signal.aborted) console.warn(`The chat widget does not start: ${error.message}`)
      },
    )
  }

  /** What the page called before the script was there. */
  function call(name: string, values: unknown[]): void {
    const named = (api as unknown as Record<string, (...values: unknown[]) => unknown>)[name]
    try {
      named?.(...values)
    } catch (error) {
      console.error(error)
    }
  }

  function destroy(): void {
    if (!end) return
    end.abort()
    end = null
    widget = null
    starting = Promise.reject(new Error('The widget was removed.'))
    starting.catch(() => {})
    callPage('svc_onWidgetDestroy')
  }
} else console.warn('The chat widget has no id: set data-id on its script tag.')
