const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s().\-/]{3,50}$/

export const isPhone = (text: string): boolean => PHONE.test(text)

/** Why an e-mail address or a telephone number is none, or null. Blank ones are as if they were not given. */
export function findContactProblem({ email, phone }: { email?: string; phone?: string }): string | null {
  if (email && !EMAIL.test(email)) return 'Enter an e-mail address.'
  if (phone && !PHONE.test(phone)) return 'Enter a telephone number.'
  return null
}
