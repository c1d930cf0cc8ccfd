import { z } from 'zod'
import { storableText } from '../../storable-text.ts'
import { cutText } from '../cut-text.ts'
import { visitorEmail, visitorPhone } from '../visitors/contact-fields.ts'

const TEXT_LENGTH = 4000
const optionalText = (length: number) =>
  z
    .string()
    .nullish()
    .transform((value) => cutText(storableText(value ?? '').trim(), length) || null)

/** What somebody leaves for later: a message and a way to answer it. */
export const offlineMessageFields = z
  .object({
    name: optionalText(255),
    email: visitorEmail,
    phone: visitorPhone,
    message: optionalText(TEXT_LENGTH).pipe(z.string('Write a message.')),
    pageUrl: optionalText(2048),
    description: optionalText(2000),
  })
  .refine(({ email, phone }) => email || phone, {
    error: 'Enter an e-mail address or a telephone number.',
    path: ['email'],
  })
