import type { BaseState } from '../core.ts'
import { languageOf } from '../language-of.ts'
import { isOpen } from './is-open.ts'
import css from './launcher.css?inline'

/** The word where it is not "Chat". */
const CHAT: Record<string, string> = { ru: 'Чат', ar: 'محادثة' }

/** From this brightness on, from 0 to 2,550, the picture on a colour is black. */
const BRIGHT = 1_580

export interface Launcher {
  /** Closed, so that the page's scripts cannot reach into it. The window is in it, too. */
  readonly root: ShadowRoot
  update(state: BaseState): void
  /** Puts it back when the page has replaced its own content. */
  attach(): void
  readonly host: HTMLElement
  readonly button: HTMLElement
}

interface LauncherOptions {
  onPress(): void
  /** Somebody is about to press it. */
  onNear(): void
}

/**
 * The button at the edge of the page. Its styles are constructed style sheets, which the page's policy does not
 * restrict. The page can hide the host by `display: none` or `hidden`; nothing else that its rules say has an effect.
 */
export function createLauncher({ onPress, onNear }: LauncherOptions): Launcher {
  const host = document.createElement('switchboard-widget')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  const button = document.createElement('button')
  root.adoptedStyleSheets = [sheet]
  root.append(button)
  button.className = 'launcher'
  button.onclick = onPress
  button.onpointerenter = onNear
  sheet.replaceSync(css)

  function attach(): void {
    // A script in the head may run before there is a body.
    if (!host.isConnected) (document.body || document.documentElement).append(host)
  }

  return {
    root,
    host,
    button,
    attach,
    update({ widget, colors, online, chat, unreadCount, view, locale }) {
      const [color, color2] = colors ? [colors.primary, colors.secondary] : [widget.color, widget.color2]
      const light = (brightnessOf(color) + brightnessOf(color2 ?? color)) / 2
      const unread = view ? 0 : unreadCount
      const { dataset, style } = button
      const label = view ? null : widget.launcherLabel
      // Properties that the window inherits.
      for (const name of ['offsetX', 'offsetY', 'zIndex', 'launcherShape'] as const)
        host.style.setProperty(`--${name}`, `${widget[name]}`)
      // Through the style object: a `style` attribute would need a word in the page's policy.
      style.background = color2 ? `linear-gradient(120deg,${color},${color2}) border-box ${color}` : color
      style.color = light > BRIGHT ? '#000' : '#fff'
      dataset.side = widget.position
      button.textContent = label
      if (unread) dataset.unread = `${unread}`
      else delete dataset.unread
      button.hidden = widget.hiddenOffline && !(online || view || unread || isOpen(chat))
      // Firefox before 119 knows these attributes, but not the properties.
      button.setAttribute('aria-expanded', `${view !== null}`)
      button.setAttribute(
        'aria-label',
        `${label ?? CHAT[languageOf(locale)] ?? 'Chat'}: ${widget.name}${unread ? ` (${unread})` : ''}`,
      )
      attach()
    },
  }
}

/** From 0 to 2,550. */
function brightnessOf(color: string): number {
  const rgb = parseInt(color.slice(1), 16)
  return (rgb >> 16) * 3 + ((rgb >> 8) & 255) * 6 + (rgb & 255)
}
