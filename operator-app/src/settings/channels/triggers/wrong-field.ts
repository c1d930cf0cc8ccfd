/** The field of a condition or action that was refused, and what describes why. */
export interface WrongField {
  /** Its name in the JSON. */
  field: string
  describedBy: string
}

/** The attributes of the control that edits a field. */
export function markWrong(wrong: WrongField | undefined, field: string) {
  return wrong?.field === field
    ? { 'aria-invalid': true as const, 'aria-describedby': wrong.describedBy }
    : {}
}
