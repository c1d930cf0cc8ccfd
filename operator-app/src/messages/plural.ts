/** The forms of a word for a number, as CLDR names them; `other` is used where one is missing. `zero` is used for nothing at all in every language. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }

/** Makes `plural(3, { one: '# file', other: '# files' })` for a language; `#` becomes the number. */
export function createPlural(locale: string): (count: number, forms: PluralForms) => string {
  const rules = new Intl.PluralRules(locale)
  const numbers = new Intl.NumberFormat(locale)
  return (count, forms) =>
    ((count === 0 && forms.zero) || (forms[rules.select(count)] ?? forms.other)).replace(
      '#',
      numbers.format(count),
    )
}
