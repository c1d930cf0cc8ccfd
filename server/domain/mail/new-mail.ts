import type { Mail, MailKind } from '../../generated/prisma/client.ts'
import { encryptSecret } from '../../secrets.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { cutText } from '../cut-text.ts'
import { type MailPart, renderMail } from './mail-parts.ts'

const SUBJECT_LENGTH = 200

export interface NewMail {
  accountId: string
  kind: MailKind
  /** One validated e-mail address. */
  to: string
  replyTo?: string | undefined
  subject: string
  parts: MailPart[]
  /** The link that gives access, if the parts contain `LINK_PLACE`. */
  link?: string
  expiresAt?: Date
  /** The language of its texts (BCP 47); English by default. */
  locale?: string
}

/** The row of a mail, for every way of inserting it. */
export function mailRow(
  { env }: Pick<Services, 'env'>,
  id: string,
  { accountId, kind, to, replyTo, subject, parts, link, expiresAt, locale }: NewMail,
): Omit<Mail, 'createdAt'> {
  return {
    id,
    accountId,
    kind,
    recipient: to,
    replyTo: replyTo ?? null,
    subject: oneLine(subject),
    ...renderMail(parts.map(storable), { subject: oneLine(subject), locale }),
    linkEncrypted: link ? encryptSecret(link, env.secretKey) : null,
    expiresAt: expiresAt ?? null,
  }
}

/** A name in a subject must not start another header. */
function oneLine(subject: string): string {
  return cutText(
    storableText(subject)
      .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
      .trim(),
    SUBJECT_LENGTH,
  )
}

function storable(part: MailPart): MailPart {
  return Object.fromEntries(
    Object.entries(part).map(([key, value]) => [key, storableText(value ?? '')]),
  ) as MailPart
}
