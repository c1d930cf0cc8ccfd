// The same rules as the server's (`server/domain/visitors/contact-fields.ts`): the page has its answer before the server
// has seen anything.
const EMAIL = /^(?!.{255}|.*\p{Cc})[^\s@]+@[^\s@]+\.[^\s@]+$/u
const PHONE = /^(?=(\D*\d){3})[+\d\s().\-/][\d\s().\-/]{2,49}$/

interface Contacts {
  email?: string
  phone?: string
}

/** Why an e-mail address or a telephone number is not valid or, when one `isNeeded`, missing; else null. */
export function findContactProblem({ email, phone }: Contacts, isNeeded = false): string | null {
  const isMissing = isNeeded && !email && !phone
  const isWrong = (email && !EMAIL.test(email)) || (phone && !PHONE.test(phone))
  return isMissing || isWrong ? 'An e-mail address or telephone number is not valid.' : null
}
