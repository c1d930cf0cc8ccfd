/** Focuses the first field with an error and scrolls it into view; what belongs to no field is only scrolled to. */
export function showFirstError(form: HTMLElement): void {
  const error = form.querySelector('[aria-invalid="true"], [role="alert"]')
  // A group of fields says what is wrong above them; so does an entry of a list.
  const group = error?.closest('fieldset, li')
  const field = error?.matches('[role="alert"]')
    ? (group?.querySelector('[aria-invalid="true"]') ??
      group?.querySelector('input, select, textarea') ??
      form.querySelector('[aria-invalid="true"]'))
    : error
  if (field instanceof HTMLElement) field.focus({ preventScroll: true })
  error?.scrollIntoView({ block: 'center' })
}
