import { isTaken } from '../../../database/errors.ts'
import { AppError } from '../../../errors.ts'
import type { Message } from '../../../generated/prisma/client.ts'
import { channelPace, visitorPace } from '../../../limits/limits.ts'
import type { Services } from '../../../services.ts'
import { storableText } from '../../../text/storable-text.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { cutText } from '../../cut-text.ts'
import { keptText } from '../../kept-text.ts'
import { keyReused } from '../../key-reused.ts'
import { describeFile } from '../../messages/describe-file.ts'
import { findMessage } from '../../messages/find-message.ts'
import { LINE_LENGTH, VISITOR_TEXT_LENGTH } from '../../messages/lengths.ts'
import { storedMessage, visitorMessageRow } from '../../messages/message-row.ts'
import { receiveVisitorMessage } from '../../messages/receive-visitor-message.ts'
import { richOf } from '../../messages/rich-of.ts'
import type { VisitorDraft, VisitorMessage } from '../../messages/visitor-message.ts'
import type { VisitorPrincipal } from '../../principal.ts'
import { samePerson } from '../../visitors/same-person.ts'
import { requireWidget } from '../require-widget.ts'
import { findOpening } from './find-opening.ts'
import { requireDepartment } from './require-department.ts'

interface SendVisitorMessage {
  visitor: VisitorPrincipal
  /** The number of who wrote it: the token may be somebody else's by now. */
  visitorNumber?: number | null
  /** Created by the widget, so that a retry does not create a second message. It becomes the id of the message. */
  idempotencyKey: string
  text?: string | null
  /** A file that the visitor has uploaded. */
  fileId?: string | null
  /** The button of a bot's message that they pressed. */
  buttonId?: string | null
  /** The text of the trigger that invited them. */
  invite?: string | null
  /** The number of the department that a new chat is for. */
  department?: number | null
  /** The Message-ID of the mail that it came by. */
  externalId?: string
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Stores a visitor's message from the widget; if no chat is open, it opens one. Texts are cut to 1000 characters. The
 * same key with the same content returns the same message. Throws `blank`, `not_found` for a file or department,
 * `other_visitor` when somebody else wrote it, `idempotency_key_reused`, `channel_paused`, `too_many_requests`.
 */
export async function sendVisitorMessage(services: Services, input: SendVisitorMessage): Promise<Message> {
  const { visitor, idempotencyKey: id } = input
  const { limits, env } = services
  await limits.pace(visitorPace(env.limits), visitor.visitorId)
  await limits.pace(channelPace(env.limits), visitor.channelId)
  const widget = await requireWidget(services, visitor)
  await requireAuthor(services, input)
  if (widget.paused) throw new AppError('channel_paused', 'This chat accepts no messages at the moment.')
  const [, draft] = await checkAll(
    () => throwAll(input.problems ?? []),
    () => draftOf(services, input),
    () => checkDepartment(services, input),
  )
  const earlier = (await findMessage(services.pool, id)) && (await findEarlier(services, visitor, draft))
  if (earlier) return earlier
  const message: VisitorMessage = {
    channel: widget,
    profile: { externalId: visitor.key },
    draft,
    findOpening: () => findOpening(services, { visitor, widget, department: input.department ?? null }),
  }
  try {
    await receiveVisitorMessage(services, message)
  } catch (error) {
    // The same message, sent twice at the same time.
    const first = isTaken(error) ? await findEarlier(services, visitor, draft) : null
    if (!first) throw error
  }
  return (await findMessage(services.pool, id)) ?? unheard(message)
}

/** Throws `other_visitor` unless it was written by the visitor, or by one who was merged into them. */
async function requireAuthor(
  { db }: Services,
  { visitor: { accountId, visitorId, number }, visitorNumber }: SendVisitorMessage,
): Promise<void> {
  if (visitorNumber == null || visitorNumber === number) return
  const author = { accountId, number: visitorNumber, mergedIntoId: visitorId }
  if (await db.visitor.findFirst({ where: author, select: { id: true } })) return
  throw new AppError('other_visitor', 'Somebody else wrote this, before you signed in.', {
    field: 'input.visitorNumber',
  })
}

/**
 * Checks the department before a new chat is opened, so that it is reported with everything else. It does not matter in
 * an open chat, nor for a message that is stored already.
 */
async function checkDepartment(
  { db }: Services,
  { visitor: { accountId, visitorId }, idempotencyKey: id, department }: SendVisitorMessage,
): Promise<void> {
  if (department == null) return
  const isOpenOrStored = [{ status: { not: 'CLOSED' as const } }, { messages: { some: { id } } }]
  if (
    await db.chat.findFirst({
      where: { visitor: samePerson(visitorId), OR: isOpenOrStored },
      select: { id: true },
    })
  )
    return
  await requireDepartment(db, accountId, department)
}

async function draftOf(services: Services, input: SendVisitorMessage): Promise<VisitorDraft> {
  const { visitor, idempotencyKey: id, fileId, buttonId, invite } = input
  const text = keptText(input.text, VISITOR_TEXT_LENGTH)
  if (!text && !fileId) throw new AppError('blank', 'Write something or add a file.', { field: 'input.text' })
  const common = {
    id,
    text,
    externalId: keptText(input.externalId, LINE_LENGTH),
    invite: keptText(invite, VISITOR_TEXT_LENGTH),
    ...(buttonId && { buttonId: cutText(storableText(buttonId), LINE_LENGTH) }),
  }
  if (!fileId) return { ...common, type: 'TEXT', media: null }
  const { accountId, visitorId } = visitor
  const file = await services.db.file.findFirst({
    where: { id: fileId, accountId, visitor: samePerson(visitorId) },
  })
  if (!file)
    throw new AppError('not_found', 'You have no such file. Upload it first.', { field: 'input.fileId' })
  const { type, media } = describeFile(services.env, file, {})
  return { ...common, type: type as VisitorDraft['type'], media, fileId }
}

/** The message that the same request has stored. A different one with this id is refused, whoever wrote it. */
async function findEarlier(
  { db }: Services,
  { visitorId }: VisitorPrincipal,
  draft: VisitorDraft,
): Promise<Message | null> {
  const found = await db.message.findUnique({
    where: { id: draft.id ?? '' },
    include: {
      chat: { select: { visitor: { select: { id: true, merged: { where: { id: visitorId } } } } } },
    },
  })
  if (!found) return null
  const { chat, ...message } = found
  const row = visitorMessageRow(draft)
  const isSame =
    [chat.visitor, ...chat.visitor.merged].some(({ id }) => id === visitorId) &&
    message.author === 'VISITOR' &&
    message.text === row.text &&
    message.fileId === row.fileId &&
    richOf(message.rich)?.buttonId === row.rich?.buttonId
  if (isSame) return message
  throw keyReused()
}

/** The answer for a blacklisted visitor: their message, like any other, although it was discarded. */
function unheard({ channel, draft }: VisitorMessage): Message {
  const place = { accountId: channel.accountId, chatId: draft.id ?? '', seq: 1, createdAt: new Date() }
  return storedMessage(visitorMessageRow(draft), place)
}
