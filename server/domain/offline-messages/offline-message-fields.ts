import { z } from 'zod'
import { lineField, textField } from '../kept-text.ts'
import { visitorEmail, visitorPhone } from '../visitors/contact-fields.ts'

export const OFFLINE_TEXT_LENGTH = 4000

/** The fields of an offline message: a message and a way to answer it. */
export const offlineMessageFields = z
  .object({
    name: lineField(255),
    email: visitorEmail,
    phone: visitorPhone,
    message: textField(OFFLINE_TEXT_LENGTH).pipe(z.string('Write a message.')),
    pageUrl: textField(2048),
    description: textField(2000),
  })
  .refine(({ email, phone }) => email || phone, {
    error: 'Enter an e-mail address or a telephone number.',
    path: ['email'],
  })
