import { z } from 'zod'
import { storableText } from '../../text/storable-text.ts'

/**
 * Contact details of visitors are validated as leniently as in the widget's script, which has answered the page
 * before the server sees them (contract, part 4.4): the same rules are in `widget/loader/check-contacts.ts`. An
 * e-mail address has at most 254 characters, a telephone number 3 to 50 with at least 3 digits.
 */
const EMAIL = /^(?!.{255}|.*\p{Cc})[^\s@]+@[^\s@]+\.[^\s@]+$/u
const PHONE = /^(?=(\D*\d){3})[+\d\s().\-/][\d\s().\-/]{2,49}$/

const given = z
  .string()
  .nullish()
  .transform((value) => value?.trim() || null)

/** An e-mail address of a visitor; null when it is blank or omitted. */
export const visitorEmail = given.pipe(
  z.string().regex(EMAIL, 'Enter an e-mail address.').transform(storableText).nullable(),
)

/** A telephone number of a visitor, on one line; null when it is blank or omitted. */
export const visitorPhone = given.pipe(
  z
    .string()
    .regex(PHONE, 'Enter a telephone number.')
    .transform((phone) => phone.replace(/\s+/g, ' '))
    .nullable(),
)

/** With these, a header would name another address than the one that is counted and checked. */
const IN_HEADERS = /["(),:;<>[\\\]]/

/** An address to which something is mailed for a visitor, in lower case; it may have letters such as ä. */
export const mailedAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254, 'An e-mail address can have at most 254 characters.')
  .refine((address) => EMAIL.test(address) && !IN_HEADERS.test(address), 'Enter an e-mail address.')
  .transform(storableText)
