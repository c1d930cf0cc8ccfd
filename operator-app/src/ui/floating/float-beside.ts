import type { Attachment } from 'svelte/attachments'
import { type Placing, placeBeside } from './place-beside.ts'

/**
 * Shows an element above the page, beside the control that it belongs to, and keeps it there. Its place in the document does
 * not change, so that it stays within the landmark and the dialog of its control.
 */
export function floatBeside(control: Element | undefined, placing: Placing): Attachment<HTMLElement> {
  return (element) => {
    // Above everything, and measured from the window even within a dialog that is moved.
    element.popover = 'manual'
    element.showPopover?.()
    const place = () => {
      if (!control) return
      element.style.maxHeight = ''
      const view = { width: document.documentElement.clientWidth, height: innerHeight }
      const { left, top, maxHeight } = placeBeside(
        control.getBoundingClientRect(),
        { width: element.offsetWidth, height: element.offsetHeight },
        view,
        placing,
      )
      element.style.left = `${left}px`
      element.style.top = `${top}px`
      element.style.maxHeight = `${maxHeight}px`
    }
    const sizes = new ResizeObserver(place)
    sizes.observe(element)
    const moved = (event: Event) => event.target === element || place()
    addEventListener('resize', place)
    addEventListener('scroll', moved, { capture: true, passive: true })
    place()
    return () => {
      sizes.disconnect()
      removeEventListener('resize', place)
      removeEventListener('scroll', moved, { capture: true })
    }
  }
}
