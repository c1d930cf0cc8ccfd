import { OFFLINE_LENGTH } from '../lengths.ts'
import type { FormField } from './form-field.ts'

/** A field with its label and error. */
export function Field({
  name,
  label,
  type,
  autocomplete,
  value,
  isRequired,
  onInput,
  problem,
}: FormField & { problem: string }) {
  const common = {
    id: `field-${name}`,
    name,
    defaultValue: value ?? '',
    required: isRequired ?? false,
    'aria-invalid': problem !== '',
    'aria-describedby': `problem-${name}`,
    onInput: (event: { currentTarget: { value: string } }) => onInput?.(event.currentTarget.value),
  }
  return (
    <>
      <label for={common.id}>
        {label}
        {isRequired && ' *'}
      </label>
      {type === 'area' ? (
        <textarea {...common} rows={4} maxLength={OFFLINE_LENGTH} dir="auto" />
      ) : (
        <input
          {...common}
          // Browsers rewrite an address with letters such as ä in a field of the type “email”.
          type="text"
          inputMode={type as 'text'}
          {...(autocomplete && { autocomplete })}
          maxLength={250}
          dir={type === 'text' ? 'auto' : 'ltr'}
        />
      )}
      <span class="error" id={`problem-${name}`}>
        {problem}
      </span>
    </>
  )
}
