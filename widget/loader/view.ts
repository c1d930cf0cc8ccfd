import type { Base, Core, MountWindow, WindowView } from '../core.ts'
import { callPage } from './call-page.ts'
import { isOpen } from './is-open.ts'
import { createLauncher } from './launcher.ts'
import type { Storage } from './storage.ts'

/** The launcher, and the window, which is loaded when it is first needed. */
export interface View {
  /** Shows this view of the window, or closes it. By default, the focus stays in the page. */
  show(view: WindowView | null, focus?: boolean): void
  /** Loads the window, which shows what there is to show. */
  load(): Promise<Core>
  /** Puts the widget back when the page has replaced its own content. */
  attach(): void
}

/** The exports of the window's module. */
interface WindowModule {
  createCore(base: Base): Promise<Core>
  mount: MountWindow
}

/** The open view is kept in the tab's storage, so that it is open again on the next page of the site. */
export function createView(base: Base, passing: Storage, signal: AbortSignal): View {
  let loading: Promise<Core> | null = null
  let failures = 0
  let handle: ReturnType<MountWindow> | null = null
  /** The last state that the page was told. */
  let shown: WindowView | null = null
  let stateName = nameOfState()

  const launcher = createLauncher({
    onPress: () => show(base.state.view ? null : 'chat', true),
    onNear: () => void load().catch(() => {}),
  })
  launcher.update(base.state)
  base.subscribe(() => {
    launcher.update(base.state)
    tellState()
  })
  signal.addEventListener('abort', () => {
    handle?.destroy()
    launcher.host.remove()
  })

  /**
   * After a failure, as of a network that is away, the next press tries again: by another address, because browsers keep that a
   * module could not be loaded.
   */
  function load(): Promise<Core> {
    loading ??= import(`${base.origin}/widget/${WINDOW_NAME}?${failures}`)
      .then(async ({ createCore, mount }: WindowModule) => {
        const core = await createCore(base)
        if (!signal.aborted) handle = mount(core, launcher.root)
        return core
      })
      .catch((error) => {
        loading = null
        failures++
        throw error
      })
    return loading
  }

  function show(view: WindowView | null, focus?: boolean): void {
    if (view === base.state.view) return
    passing.set('view', view)
    // Only a focus that is in the widget is moved; asked before the window is gone.
    const hasFocus = launcher.root.activeElement
    base.set({ view, focus })
    if (view) {
      load().then(tellPage, (error) => {
        console.warn(error)
        base.set({ view: null })
      })
    } else {
      tellPage()
      if (hasFocus) launcher.button.focus()
    }
  }

  /** The page is told which view is shown, not which was requested. */
  function tellPage(): void {
    const { view } = base.state
    const before = shown
    // The window may have been loaded after the widget was removed.
    if (view === before || signal.aborted) return
    handle?.update()
    shown = view
    if (view && !before) callPage('svc_onOpen')
    else {
      if (!view) callPage('svc_onClose')
      // A window that opens says it itself, once it has its size.
      callPage('svc_onResize')
    }
    tellState()
  }

  function nameOfState(): string {
    return shown ?? (isOpen(base.state.chat) ? 'chat/min' : 'label')
  }

  function tellState(): void {
    const name = nameOfState()
    if (name === stateName) return
    stateName = name
    callPage('svc_onChangeState', name)
  }

  return {
    show,
    attach: launcher.attach,
    async load() {
      const core = await load()
      handle?.update()
      return core
    },
  }
}
