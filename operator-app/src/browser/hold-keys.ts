import { isComposing } from '../../../widget/is-composing.ts'

/** What has appeared takes the focus within this time, or never. */
const FOCUS_WITHIN_MS = 1_000

/**
 * Keeps what is typed while a dialog is being loaded from the page below it. Returns how to stop: when the dialog is there, it
 * gets all that was typed as soon as it takes the focus.
 */
export function holdKeys(): (isThere: boolean) => void {
  const held: KeyboardEvent[] = []
  const hold = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isComposing(event)) return
    event.preventDefault()
    event.stopImmediatePropagation()
    held.push(event)
  }
  const release = () => removeEventListener('keydown', hold, { capture: true })
  addEventListener('keydown', hold, { capture: true })
  return (isThere) => {
    if (!isThere) return release()
    const type = ({ target }: FocusEvent) => {
      if (!(target instanceof Element && target.closest('[role="dialog"]'))) return
      stop()
      for (const event of held) replay(event)
    }
    const stop = () => {
      clearTimeout(timer)
      removeEventListener('focusin', type)
      release()
    }
    const timer = setTimeout(stop, FOCUS_WITHIN_MS)
    addEventListener('focusin', type)
  }
}

/** As if it were pressed now; a script has to write the letters itself. */
function replay({ key, code, shiftKey }: KeyboardEvent): void {
  const field = document.activeElement
  const init = { key, code, shiftKey, bubbles: true, cancelable: true }
  if (!field?.dispatchEvent(new KeyboardEvent('keydown', init))) return
  if (!field.matches('input, textarea')) return
  // Old, but nothing else writes where the cursor is and tells the field.
  if (key.length === 1) document.execCommand('insertText', false, key)
  else if (key === 'Backspace') document.execCommand('delete')
}
