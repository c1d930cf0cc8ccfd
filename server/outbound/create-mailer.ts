import { createTransport, type NodemailerError } from 'nodemailer'
import { storableText } from '../text/storable-text.ts'
import type { FailureReason, Outcome } from './outcome.ts'
import { plainCause } from './plain-cause.ts'

/** Covers everything: waiting for a connection, connecting, signing in, and the answer to the last command. */
export const MAIL_LIMIT_MS = 60_000
/** Shorter than a check of the installation may take, which is to say what was wrong. */
const CONNECT_LIMIT_MS = 10_000
const SILENCE_LIMIT_MS = 30_000
export const MAIL_CONNECTIONS = 5
/** The server may have closed a connection that was idle: the same mail then immediately uses another one. */
const REQUEUES = 1

interface MailAddress {
  name: string
  address: string
}

export interface MailMessage {
  from: MailAddress
  to: string
  replyTo: string | null
  subject: string
  text: string
  html: string
  /** The Message-ID with its angle brackets, which is the same in every attempt. */
  messageId: string
  date: Date
  /** Part of the lines between the bodies; the same in every attempt. */
  boundary: string
  /** The Message-IDs of the mail that it answers, and of those before it. */
  inReplyTo?: string
  references?: string[]
  /** Where the recipient ends such mails, also with one click (RFC 8058). Nobody's absence is to answer them. */
  unsubscribeUrl?: string
}

export interface Mailer {
  /**
   * Hands one mail to the SMTP server. Its reply to the recipient or to the content is an answer with its code as the
   * status. Everything else is a failure, also a 5xx to the sign-in or the sender: that is about this installation and
   * not about the mail. Never throws for what the server does.
   */
  send(message: MailMessage): Promise<Outcome>
  close(): void
}

/**
 * Mail over SMTP with pooled connections. Encryption is as the URL says: `smtps:` from the first byte, `smtp:` when the
 * server offers STARTTLS, or always with `?requireTLS=true`. The server is the installation's own, so private addresses
 * are allowed.
 */
export function createMailer({ smtpUrl }: { smtpUrl: string }): Mailer {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: MAIL_CONNECTIONS,
    maxRequeues: REQUEUES,
    connectionTimeout: CONNECT_LIMIT_MS,
    greetingTimeout: CONNECT_LIMIT_MS,
    socketTimeout: SILENCE_LIMIT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return {
    async send({ to, replyTo, boundary, unsubscribeUrl, ...message }) {
      const startedAt = performance.now()
      const passed = () => performance.now() - startedAt
      try {
        const { response } = await transport.sendMail({
          ...message,
          // As objects, nothing in an address is read as a list or a name.
          to: { name: '', address: to },
          ...(replyTo && { replyTo: { name: '', address: replyTo } }),
          baseBoundary: boundary,
          ...(unsubscribeUrl && { headers: listHeaders(unsubscribeUrl) }),
          signal: AbortSignal.timeout(MAIL_LIMIT_MS),
        })
        return answered(250, response, passed())
      } catch (error) {
        return outcomeOf(error as NodemailerError, passed())
      }
    },
    close() {
      transport.close({ force: true })
    },
  }
}

function listHeaders(url: string): Record<string, string> {
  return {
    'List-Unsubscribe': `<${url}>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    'X-Auto-Response-Suppress': 'OOF, AutoReply',
  }
}

function answered(status: number, response: string, durationMs: number): Outcome {
  return {
    kind: 'answered',
    status,
    headers: {},
    body: storableText(response),
    truncated: false,
    durationMs,
  }
}

function outcomeOf(error: NodemailerError, durationMs: number): Outcome {
  const { command, responseCode, response, message } = error
  if (responseCode && (command === 'RCPT TO' || command === 'DATA')) {
    return answered(responseCode, response ?? message, durationMs)
  }
  return { kind: 'failed', reason: reasonOf(error), message: storableText(plainCause(message)), durationMs }
}

/** A failure before the session has begun is `refused`: nobody can have got the mail. */
function reasonOf({ code, command, timeoutType }: NodemailerError): FailureReason {
  if (code === 'EDNS') return 'dns'
  if (code === 'ETLS') return 'tls'
  if (code === 'EABORT' || timeoutType === 'SOCKET_TIMEOUT') return 'timeout'
  return code === 'ECONNECTION' && command !== 'CONN' ? 'network' : 'refused'
}
