/**
 * A text from outside as the database can keep it: without NUL, halves of surrogate pairs replaced. Everything that
 * somebody else wrote goes through here, or through {@link isStorable}, before it is stored.
 */
export function storableText(text: string): string {
  return text.replaceAll('\u0000', '').toWellFormed()
}

/** Whether the database keeps the text exactly as it is: for ids and addresses, where another one would be wrong. */
export function isStorable(text: string): boolean {
  return !text.includes('\u0000') && text.isWellFormed()
}
