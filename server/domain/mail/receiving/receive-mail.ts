import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { Attachment } from 'mailparser'
import { AppError } from '../../../errors.ts'
import { transact } from '../../../events/transact.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { uuidOfBytes } from '../../../text/uuid.ts'
import { requireUpload } from '../../files/require-upload.ts'
import { storeFile } from '../../files/store-file.ts'
import { VISITOR_TEXT_LENGTH } from '../../messages/lengths.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { sendVisitorMessage } from '../../visits/chat/send-visitor-message.ts'
import { limitVisitor } from '../../visits/limit-visitor.ts'
import { markMailed } from '../replies/mark-mailed.ts'
import { readReplyAddress } from '../replies/reply-address.ts'
import { cutQuotes } from './cut-quotes.ts'
import { addressesOf, type IncomingMail, parseMail } from './parse-mail.ts'
import { splitText } from './split-text.ts'
import { whyAutomatic } from './why-automatic.ts'

/** A mail with more of either is not an answer to a chat. */
const MOST_PARTS = 20
const MOST_ATTACHMENTS = 10
/** What stands for the rest, because the visitor believes that everything has arrived. */
const REST_OF_TEXT = `The e-mail is longer: only its first ${MOST_PARTS} parts are here.`
const REST_OF_FILES = `The e-mail has more files: only its first ${MOST_ATTACHMENTS} are here.`
/** Where mail servers write to whom a mail was delivered, the surest first. */
const RECIPIENT_HEADERS = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc']
/** Why a file is not stored although everything works: the visitor would have to send another one. */
const REFUSED = new Set(['payload_too_large', 'storage_full', 'invalid_request'])

interface ReceiveMail {
  /** The mail as it came (RFC 5322). */
  raw: Buffer
  /** To whom the mail server delivered it, if it says so; else the headers do. */
  recipient?: string | undefined
}

/** What became of a mail: the ids of the messages, or why it was ignored. */
export type ReceivedMail =
  | { result: 'ok'; messageIds: string[] }
  | { result: 'ignored'; reason: 'automatic' | 'empty' }

/**
 * Puts a visitor's answer to a mail into their conversation, as if they had written it in the widget: its text without
 * what it quotes, and its files. The sender is not checked: whoever knows the address is the visitor. The same mail
 * again changes nothing. Throws `not_found` for an address without a valid token, `invalid_request`, and what
 * `sendVisitorMessage` throws.
 */
export async function receiveMail(
  services: Services,
  { raw, recipient }: ReceiveMail,
): Promise<ReceivedMail> {
  const mail = await parseMail(raw)
  const chatId = findChatId(services, mail, recipient)
  const visitor = chatId && (await findVisitor(services, chatId))
  if (!visitor) throw unknownAddress()
  const automatic = whyAutomatic(mail.headers, services.env.mail?.from.address)
  if (automatic) {
    services.log.info({ chatId, header: automatic }, 'an automatic mail was dropped')
    return { result: 'ignored', reason: 'automatic' }
  }
  const messages = [
    ...(await sendTexts(services, { visitor, chatId, mail })),
    ...(await sendFiles(services, { visitor, chatId, mail })),
  ]
  if (messages.length === 0) return { result: 'ignored', reason: 'empty' }
  await markByMail(services, visitor, messages)
  return { result: 'ok', messageIds: messages.map(({ id }) => id) }
}

function findChatId({ env }: Services, { headers }: IncomingMail, recipient?: string): string | null {
  const { replies } = env
  if (!replies) return null
  const addresses = [
    ...(recipient ? [recipient] : []),
    ...RECIPIENT_HEADERS.flatMap((name) => addressesOf(headers, name)),
  ]
  for (const address of addresses) {
    const read = readReplyAddress(address, replies.address, env)
    if (read) return read.chatId
  }
  return null
}

async function findVisitor({ db }: Services, chatId: string): Promise<VisitorPrincipal | null> {
  const chat = await db.chat.findFirst({
    where: { id: chatId, channel: { kind: 'WIDGET', deletedAt: null } },
    select: { accountId: true, channelId: true, visitor: { select: { id: true, number: true, key: true } } },
  })
  if (!chat) return null
  const { accountId, channelId, visitor } = chat
  const { id: visitorId, number, key } = visitor
  return {
    kind: 'visitor',
    accountId,
    channelId,
    visitorId,
    number,
    key,
    token: { id: chatId, expiresAt: new Date() },
  }
}

function unknownAddress(): AppError {
  return new AppError(
    'not_found',
    'This is not the address of a conversation, or it has expired: the answer cannot be delivered.',
  )
}

interface Incoming {
  visitor: VisitorPrincipal
  chatId: string
  mail: IncomingMail
}

async function sendTexts(services: Services, { visitor, chatId, mail }: Incoming): Promise<Message[]> {
  const { env } = services
  const own = [env.mail?.from.address, env.replies?.address.split('@', 1)[0]?.concat('+')].filter(
    (each) => each !== undefined,
  )
  const found = splitText(cutQuotes(mail.text, own), VISITOR_TEXT_LENGTH, MOST_PARTS + 1)
  const parts = found.length > MOST_PARTS ? [...found.slice(0, MOST_PARTS), REST_OF_TEXT] : found
  const messages: Message[] = []
  for (const [index, text] of parts.entries()) {
    const idempotencyKey = messageIdOf(chatId, mail, `text ${index}`)
    messages.push(await sendVisitorMessage(services, { visitor, idempotencyKey, text, externalId: mail.id }))
  }
  return messages
}

async function sendFiles(services: Services, { visitor, chatId, mail }: Incoming): Promise<Message[]> {
  const messages: Message[] = []
  for (const [index, attachment] of mail.attachments.slice(0, MOST_ATTACHMENTS).entries()) {
    const idempotencyKey = messageIdOf(chatId, mail, `file ${index}`)
    const find = () => services.db.message.findUnique({ where: { id: idempotencyKey } })
    const known = await find()
    if (known) {
      messages.push(known)
      continue
    }
    const content = await storeAttachment(services, visitor, attachment)
    const message = { visitor, idempotencyKey, externalId: mail.id, ...content }
    messages.push(
      await sendVisitorMessage(services, message).catch(async (error) => {
        // The same mail was handed over twice at once, and each time its file was stored.
        const first = isReused(error) ? await find() : null
        if (!first) throw error
        return first
      }),
    )
  }
  if (mail.attachments.length > MOST_ATTACHMENTS) {
    const idempotencyKey = messageIdOf(chatId, mail, 'further files')
    const line = { visitor, idempotencyKey, externalId: mail.id, text: REST_OF_FILES }
    messages.push(await sendVisitorMessage(services, line))
  }
  return messages
}

function isReused(error: unknown): boolean {
  return error instanceof AppError && error.code === 'idempotency_key_reused'
}

/** A file that cannot be taken leaves a line that says so, because the visitor believes that it has arrived. */
async function storeAttachment(
  services: Services,
  visitor: VisitorPrincipal,
  { content, filename, contentType }: Attachment,
): Promise<{ fileId: string } | { text: string }> {
  const name = filename ?? contentType
  const { maxBytes } = services.env.files
  await limitVisitor(services, visitor, 'upload')
  try {
    await requireUpload(services, visitor, content.length)
    const { id } = await storeFile(services, {
      owner: visitor,
      content: Readable.from(content, { objectMode: false }),
      name,
      isTruncated: () => content.length > maxBytes,
    })
    return { fileId: id }
  } catch (error) {
    if (!(error instanceof AppError && REFUSED.has(error.code))) throw error
    return { text: `${name}: ${error.message}` }
  }
}

/** The same of the same mail, so that it is stored once. */
function messageIdOf(chatId: string, { id }: IncomingMail, part: string): string {
  const bytes = createHash('sha256').update(`${chatId}\n${id}\n${part}`).digest().subarray(0, 16)
  // A UUID of version 8 (RFC 9562): its bits are our own.
  bytes[6] = ((bytes[6] as number) & 0x0f) | 0x80
  bytes[8] = ((bytes[8] as number) & 0x3f) | 0x80
  return uuidOfBytes(bytes)
}

/** Once more after the same mail came again, should the first time have ended in between. */
function markByMail(services: Services, { visitorId }: VisitorPrincipal, messages: Message[]): Promise<void> {
  const actor = { type: 'VISITOR', id: visitorId } as const
  const chatIds = [...new Set(messages.map(({ chatId }) => chatId))]
  return transact(services, async (work) => {
    for (const chatId of chatIds) {
      const seqs = messages.filter((message) => message.chatId === chatId).map(({ seq }) => seq)
      await markMailed(work, { chatId, seqs, actor })
    }
  })
}
