import { randomUUID } from 'node:crypto'
import { createMailer } from '../../../outbound/create-mailer.ts'
import { type Check, failed, ok, skipped, warning } from './finding.ts'

const TEXT = 'This e-mail was sent to test the settings of Switchboard. They work.'

/** Whether the mail server accepts a mail. */
export const checkMail: Check = async ({ env: { mail }, mailTo }) => {
  if (!mail) {
    return warning(
      'There is no SMTP_URL: e-mails are kept, and people get their links from an admin.',
      'Set SMTP_URL and MAIL_FROM.',
    )
  }
  if (mailTo === undefined)
    return skipped('No e-mail was sent. Name an address to send one to: --mail you@example.com')
  const mailer = createMailer(mail)
  try {
    const outcome = await mailer.send({
      from: mail.from,
      to: mailTo,
      replyTo: null,
      subject: 'Switchboard can send mail',
      text: TEXT,
      html: `<p>${TEXT}</p>`,
      messageId: `<${randomUUID()}@${mail.from.address.split('@')[1]}>`,
      date: new Date(),
      boundary: randomUUID(),
    })
    if (outcome.kind === 'answered' && outcome.status < 300) {
      return ok(`The mail server accepted an e-mail for ${mailTo}. Check that it arrives.`)
    }
    const reason = outcome.kind === 'answered' ? outcome.body : outcome.message
    return failed(
      `An e-mail for ${mailTo} could not be sent: ${reason}`,
      'Start the mail server if it is down, or correct SMTP_URL (smtps: for port 465, smtp: for 587 and 25) and MAIL_FROM.',
    )
  } finally {
    mailer.close()
  }
}
