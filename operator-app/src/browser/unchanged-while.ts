const CONTROLS = 'button, input, label, select'

/**
 * For `{@attach …}`: nothing in the element can be changed while `isBusy`, because it would be lost with the answer. Unlike
 * in a disabled or inert element, the focus stays where it is.
 */
export function unchangedWhile(isBusy: () => boolean) {
  return (element: HTMLElement) => {
    const stop = new AbortController()
    const prevent = (event: Event) => {
      if (!isBusy()) return
      event.preventDefault()
      event.stopPropagation()
    }
    const isOf = (event: Event, controls: string) =>
      event.target instanceof Element && event.target.closest(controls) !== null
    const options = { capture: true, signal: stop.signal }
    element.addEventListener('beforeinput', prevent, options)
    element.addEventListener('click', (event) => isOf(event, CONTROLS) && prevent(event), options)
    // A list of choices opens and changes by these.
    element.addEventListener('mousedown', (event) => isOf(event, 'select') && prevent(event), options)
    element.addEventListener(
      'keydown',
      (event) => isOf(event, 'select') && event.key !== 'Tab' && prevent(event),
      options,
    )
    return () => stop.abort()
  }
}
