/** A field of a short form. */
export interface FormField {
  name: string
  label: string
  type: 'text' | 'email' | 'tel' | 'area'
  autocomplete?: string
  value?: string | null
  isRequired?: boolean
  onInput?: (text: string) => void
}
