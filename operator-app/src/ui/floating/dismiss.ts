import type { Attachment } from 'svelte/attachments'

/**
 * Says when somebody has turned to something else than an element that floats above the page, and its control: by Escape,
 * which nothing else hears then, by pressing beside it, or by taking the focus elsewhere.
 */
export function dismiss(control: HTMLElement | undefined, close: () => unknown): Attachment<HTMLElement> {
  return (element) => {
    const isInside = (target: EventTarget | null) =>
      target instanceof Node && (element.contains(target) || control?.contains(target) === true)
    const press = ({ target }: Event) => isInside(target) || close()
    const leave = ({ relatedTarget }: FocusEvent) =>
      relatedTarget === null || isInside(relatedTarget) || close()
    const onEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      event.preventDefault()
      event.stopPropagation()
      close()
    }
    addEventListener('pointerdown', press, { capture: true })
    element.addEventListener('focusout', leave)
    element.addEventListener('keydown', onEscape)
    return () => {
      removeEventListener('pointerdown', press, { capture: true })
      element.removeEventListener('focusout', leave)
      element.removeEventListener('keydown', onEscape)
    }
  }
}
