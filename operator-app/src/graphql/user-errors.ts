/** The errors that a person can correct, as every mutation returns them. */
export interface UserError {
  code: string
  message: string
  field: string[] | null
}

/** Messages by the name of the form's field; what belongs to none of `fields` is under `form`. */
export type FormErrors = Record<string, string>

/** Sorts a mutation's errors to the fields of its form. */
export function toFormErrors(errors: readonly UserError[], fields: readonly string[]): FormErrors {
  const byField: FormErrors = {}
  for (const error of errors) {
    const name = error.field?.find((part) => fields.includes(part)) ?? 'form'
    byField[name] ??= error.message
  }
  return byField
}
