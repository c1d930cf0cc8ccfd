const EMAIL = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
const PHONE = /^\+?[\d\s().\-/]{3,50}$/

export const BAD_CONTACT = 'An e-mail address or telephone number is not valid.'

export const isPhone = (text: string): boolean => PHONE.test(text)

/** Why an e-mail address or a telephone number is none, or null. Blank ones are as if they were not given. */
export function findContactProblem({ email, phone }: { email?: string; phone?: string }): string | null {
  return (email && !EMAIL.test(email)) || (phone && !isPhone(phone)) ? BAD_CONTACT : null
}
