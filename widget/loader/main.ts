import { createApi } from './api.ts'
import { callPage, callSafely } from './call-page.ts'
import { readConfig, readPageColor, readPageConfig, tellPageConfig } from './config.ts'
import { startWidget, type Widget } from './start-widget.ts'

/** Heard by a widget that an earlier script has put on the page: there is one at a time. */
const REPLACED = 'svc_destroy'

interface Queue {
  queue?: [name: string, values: unknown[]][]
}

const config = readConfig(document.currentScript as HTMLScriptElement | null)
if (config) {
  let end: AbortController | null = null
  let starting: Promise<Widget> | null = null
  let widget: Widget | null = null

  const queued = (window.svc_api as Queue | undefined)?.queue ?? []
  const api = createApi(
    () => widget,
    () => starting ?? Promise.reject(new Error('Removed.')),
  )
  const init = () => {
    if (end) return
    end = new AbortController()
    const { signal } = end
    starting = startWidget(config, signal)
    starting.then(
      (started) => {
        if (signal.aborted) return
        widget = started
        const { base, invite } = started
        const color = readPageColor()
        if (color) api.setWidgetColor(color as string)
        base.subscribe(tellPageConfig)
        tellPageConfig(base.state)
        const { active_message } = readPageConfig()
        const { chat, invitation, view } = base.state
        if (active_message && !chat && !view && !invitation) invite(`${active_message}`, null)
        // The calls that the page made before the script was loaded. A page may name anything.
        const named = api as unknown as Record<string, (...values: unknown[]) => unknown>
        for (const [name, values] of queued.splice(0)) callSafely(() => named[name]?.(...values))
        callPage('svc_onLoad')
      },
      (error: Error) => {
        if (!signal.aborted) console.warn(`Chat widget: ${error.message}`)
      },
    )
  }

  // Not `Event`, which is a class of their own on pages with MooTools.
  document.dispatchEvent(new CustomEvent(REPLACED))
  document.addEventListener(REPLACED, destroy)
  window.svc_api = api
  window.svc_init = init
  window.svc_destroy = destroy
  tellPageConfig()
  init()

  function destroy(): void {
    if (!end) return
    end.abort()
    end = widget = starting = null
    tellPageConfig()
    callPage('svc_onWidgetDestroy')
  }
} else console.warn('Chat widget: no id')
