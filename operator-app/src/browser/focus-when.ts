import type { Attachment } from 'svelte/attachments'

/** Gives an element the focus as it appears, when it takes the place of what had it. */
export function focusWhen(takesFocus: boolean): Attachment<HTMLElement> {
  return (element) => {
    if (takesFocus) element.focus()
  }
}
