/** Puts a text in the place of a range of a field, as if it had been typed: it can be undone by key. */
export function insertText(field: HTMLTextAreaElement, text: string, start: number, end: number): void {
  field.focus()
  field.setSelectionRange(start, end)
  // Old, but nothing else keeps what can be undone.
  const isDone =
    text === '' ? document.execCommand('delete') : document.execCommand('insertText', false, text)
  if (isDone) return
  field.setRangeText(text, start, end, 'end')
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
