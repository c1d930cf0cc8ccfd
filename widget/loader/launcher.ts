import type { CoreState } from '../core.ts'
import css from './launcher.css?inline'

const BUBBLE = 'M21 11.5a8.5 8.5 0 0 1-12.4 7.5L3 21l2-5.6A8.5 8.5 0 1 1 21 11.5z'
const CHEVRON = 'm6 9 6 6 6-6'
/** The word where it is not "Chat". */
const CHAT: Record<string, string> = { ru: 'Чат', ar: 'محادثة' }
const MOST = 99

export interface Launcher {
  /** Closed: no script of the page gets in. The window stands in it, too. */
  readonly root: ShadowRoot
  update(state: CoreState): void
  /** Puts it back when the page has replaced its own content. */
  attach(): void
  focus(): void
  remove(): void
}

interface LauncherOptions {
  onPress(): void
  /** Somebody is about to press it. */
  onNear(): void
}

/**
 * The button at the edge of the page. Its styles are constructed style sheets, which the page's policy does not ask
 * about, and `!important` on the host wins over whatever rules the page has.
 */
export function createLauncher({ onPress, onNear }: LauncherOptions): Launcher {
  const host = document.createElement('switchboard-widget')
  const root = host.attachShadow({ mode: 'closed' })
  const sheet = new CSSStyleSheet()
  const colors = new CSSStyleSheet()
  sheet.replaceSync(css)
  root.adoptedStyleSheets = [sheet, colors]

  const button = document.createElement('button')
  button.className = 'launcher'
  button.type = 'button'
  const icon = createShape('svg', { viewBox: '0 0 24 24', 'aria-hidden': 'true' })
  const path = createShape('path', { d: BUBBLE })
  const badge = document.createElement('span')
  badge.className = 'badge'
  icon.append(path)
  button.append(icon, badge)
  root.append(button)
  button.onclick = onPress
  button.onpointerenter = onNear
  button.onfocus = onNear

  const attach = () => {
    if (!host.isConnected) document.body.append(host)
  }
  return {
    root,
    attach,
    update({ widget, colors: chosen, online, unreadCount, view, locale }) {
      const { color, position, hiddenOffline } = widget
      const brand = chosen?.primary ?? color
      colors.replaceSync(`:host{--brand:${brand};--on-brand:${isLight(brand) ? '#111' : '#fff'}}`)
      host.dataset.side = position
      button.hidden = hiddenOffline && !online && !view
      button.ariaLabel = `${CHAT[locale.slice(0, 2)] ?? 'Chat'}: ${widget.name}${unreadCount ? ` (${unreadCount})` : ''}`
      button.ariaExpanded = `${view !== null}`
      badge.textContent = unreadCount && !view ? (unreadCount > MOST ? `${MOST}+` : `${unreadCount}`) : ''
      path.setAttribute('d', view ? CHEVRON : BUBBLE)
      attach()
    },
    focus: () => button.focus(),
    remove: () => host.remove(),
  }
}

function createShape(name: string, attributes: Record<string, string>): SVGElement {
  const shape = document.createElementNS('http://www.w3.org/2000/svg', name)
  for (const key of Object.keys(attributes)) shape.setAttribute(key, attributes[key] as string)
  return shape
}

/** Whether dark text is easier to read on it: the larger of the two contrasts, as WCAG counts them. */
function isLight(hex: string): boolean {
  const value = Number.parseInt(hex.slice(1), 16)
  const part = (shift: number) => (((value >> shift) & 255) / 255) ** 2.2
  return 0.2126 * part(16) + 0.7152 * part(8) + 0.0722 * part(0) > 0.2
}
