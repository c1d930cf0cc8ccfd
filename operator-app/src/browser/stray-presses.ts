import { isTyping } from './shortcut-keys.ts'

/** How long a control that came under the pointer, or got the focus, by itself ignores presses. */
const SETTLE_MS = 500
/** Within this distance the pointer still means what it pressed last. */
const STILL_PX = 16
/** Whatever a press causes has happened by then: the slowest answers are awaited by buttons that are busy. */
const WATCH_MS = 10_000
const CONTROLS =
  'a[href], button, summary, label, input:is([type="checkbox"], [type="radio"]), ' +
  '[role="button"], [role="switch"], [role="tab"], [role="option"], [role^="menuitem"]'

/** What the user pressed last, and what has been in its place since. */
interface Aim {
  x: number
  y: number
  pressedAt: number
  control: Element | null
  path: string
  /** When the control came there; before that it was not meant. */
  since: number
}

let aim: Aim | null = null
let frame = 0
/** What a key pressed last, until another key or the focus goes on. */
let keyed: { control: Element; path: string } | null = null
let focusMovedAt = Number.NEGATIVE_INFINITY

/**
 * Keeps a press from reaching a control that nobody aimed at: the second click of a double click after the first has moved
 * the next chat, card or page under the pointer, and a key that is still held, or pressed again, when the focus has gone on
 * to another button. A moment later the control works as ever. This is done here for all controls at once, so no button,
 * menu or dialog needs anything of its own.
 */
export function ignoreStrayPresses(): void {
  const options = { capture: true }
  addEventListener('pointermove', forgetWhenMoved, { capture: true, passive: true })
  addEventListener('wheel', forget, { capture: true, passive: true })
  // Whoever has typed or chosen something since then, or stepped back, means what they press next.
  addEventListener('input', forget, { capture: true, passive: true })
  addEventListener('popstate', forget, { capture: true, passive: true })
  addEventListener('pointerdown', guardPointer, options)
  addEventListener('click', guardPointer, options)
  addEventListener('keydown', guardKey, options)
  addEventListener('focusin', noteFocus, options)
}

function guardPointer(event: MouseEvent): void {
  // Neither a key nor a script has aimed with the pointer.
  if (!event.isTrusted || (event.type === 'click' && event.detail === 0)) return
  keyed = null
  forgetWhenMoved(event)
  if (aim) look(aim)
  if (aim && controlOf(event.target) && performance.now() - aim.since < SETTLE_MS) ignore(event)
  else if (event.type === 'click') watch(event)
}

function watch({ clientX: x, clientY: y, target }: MouseEvent): void {
  const pressed = { x, y, pressedAt: performance.now(), control: controlOf(target), path: location.pathname }
  aim = { ...pressed, since: Number.NEGATIVE_INFINITY }
  cancelAnimationFrame(frame)
  frame = requestAnimationFrame(follow)
}

/** Looks in each frame until the pointer moves, because only then is it known how long a control has been there. */
function follow(): void {
  if (!aim) return
  look(aim)
  if (performance.now() - aim.pressedAt > WATCH_MS) forget()
  else frame = requestAnimationFrame(follow)
}

function look(at: Aim): void {
  const control = controlOf(document.elementFromPoint(at.x, at.y))
  // The same button on another page is about something else.
  if (control === at.control && location.pathname === at.path) return
  at.control = control
  at.path = location.pathname
  at.since = performance.now()
}

function forgetWhenMoved({ clientX, clientY }: MouseEvent): void {
  if (aim && Math.hypot(clientX - aim.x, clientY - aim.y) > STILL_PX) forget()
}

function forget(): void {
  aim = null
}

function guardKey(event: KeyboardEvent): void {
  const { key, target, repeat } = event
  forget()
  const isPress = (key === 'Enter' || key === ' ') && target instanceof Element && !isTyping(target)
  keyed = isPress ? { control: target, path: location.pathname } : null
  if (!isPress) return
  // Held down, it is the rest of an earlier press; where there is no control, shortcuts know that too.
  const isRest = repeat && controlOf(target) === target
  if (isRest || performance.now() - focusMovedAt < SETTLE_MS) ignore(event)
}

/** The focus goes on by itself when what was pressed has gone, or its page; whatever else moves it is the user's doing. */
function noteFocus(): void {
  const isPastPress = keyed !== null && (!keyed.control.isConnected || keyed.path !== location.pathname)
  focusMovedAt = isPastPress ? performance.now() : Number.NEGATIVE_INFINITY
  keyed = null
}

const controlOf = (target: EventTarget | null) =>
  target instanceof Element ? target.closest(CONTROLS) : null

function ignore(event: Event): void {
  event.preventDefault()
  event.stopImmediatePropagation()
}
