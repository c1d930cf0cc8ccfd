import type { Media, Message } from '../graphql/fragments.ts'
import { isSameDay } from '../messages/format.ts'
import type { OutgoingMessage } from '../state/conversation/outgoing-message.ts'

/** A message as a row of the conversation, with what stands above it. */
export interface MessageRow {
  key: string
  message: Message
  /** Set while the server has not confirmed it. */
  outgoing: OutgoingMessage | null
  startsDay: boolean
  /** The first thing that the reader has not seen. */
  startsNew: boolean
  /** Shows who wrote it and when: the row before is by somebody else, or of another minute. */
  startsGroup: boolean
  /** The last of its group, of what is not deleted: it says how far what was written has come. */
  endsGroup: boolean
  /** The invitation that the visitor saw, where it is another one than before. */
  invite: string | null
  /** Of a bot's buttons: the one that the visitor pressed. */
  pressedButtonId: string | null
}

interface Writer {
  id: string
  name: string
  photoUrl: string | null
}

/**
 * Lines up a conversation: confirmed messages in their order, then those on their way. What stands between
 * rows belongs to the row below it, so that there is exactly one row for each message.
 */
export function buildRows(
  messages: readonly Message[],
  outgoing: readonly OutgoingMessage[],
  writer: Writer,
  dividerSeq: number | null,
): MessageRow[] {
  const confirmed = new Set(messages.map(({ uuid }) => uuid))
  const waiting = outgoing.filter(({ uuid }) => !confirmed.has(uuid))
  const all = [
    ...messages.map((message) => ({ message, outgoing: null })),
    ...waiting.map((entry) => ({ message: toMessage(entry, writer), outgoing: entry })),
  ]
  const pressed = findPressed(messages)
  const invites = findInvites(messages)
  const firstNew = messages.findIndex((message) => isNew(message, dividerSeq))
  const groups = all.map(({ message }, index) => compare(all[index - 1]?.message, message))
  const ends = findEnds(
    all.map(({ message }) => message),
    groups,
  )
  return all.map((item, index) => ({
    ...item,
    startsDay: groups[index]?.startsDay ?? true,
    startsGroup: groups[index]?.startsGroup ?? true,
    endsGroup: ends[index] ?? true,
    key: item.message.uuid,
    // Above everything the line would part nothing.
    startsNew: index > 0 && index === firstNew,
    invite: invites.get(item.message.id) ?? null,
    pressedButtonId: pressed.get(item.message.id) ?? null,
  }))
}

function isNew(message: Message, dividerSeq: number | null): boolean {
  return dividerSeq !== null && message.seq > dividerSeq && message.author === 'VISITOR'
}

/** By message id: a client sends the invitation with each message, but it is news only once. */
function findInvites(messages: readonly Message[]): Map<string, string> {
  const invites = new Map<string, string>()
  let shown: string | null = null
  for (const { id, invite } of messages) {
    if (invite === null || invite === shown) continue
    invites.set(id, invite)
    shown = invite
  }
  return invites
}

/** By the id of the message with the buttons: a bot may use the same button again, so each press counts once. */
function findPressed(messages: readonly Message[]): Map<string, string> {
  const pressed = new Map<string, string>()
  let waiting: string | null = null
  for (const { id, rich } of messages.toReversed()) {
    if (rich?.pressedButtonId) waiting = rich.pressedButtonId
    else if (waiting !== null && rich?.buttons.some((button) => button.buttonId === waiting)) {
      pressed.set(id, waiting)
      waiting = null
    }
  }
  return pressed
}

function compare(before: Message | undefined, message: Message) {
  const startsDay = !before || !isSameDay(before.createdAt, message.createdAt)
  const sameWriter = before?.author === message.author && before.operator?.id === message.operator?.id
  const sameMinute = before?.createdAt.slice(0, 16) === message.createdAt.slice(0, 16)
  const startsGroup = startsDay || !sameWriter || !sameMinute || isApart(before?.type)
  return { startsDay, startsGroup }
}

/** Whether nothing of the group follows a message: what stands apart and what is deleted does not belong to it. */
function findEnds(messages: readonly Message[], groups: readonly { startsGroup: boolean }[]): boolean[] {
  const ends: boolean[] = []
  for (let index = messages.length - 1; index >= 0; index--) {
    const next = messages[index + 1]
    const isLast = !next || groups[index + 1]?.startsGroup === true || isApart(next.type)
    ends[index] = isLast || (next.deletedAt !== null && ends[index + 1] === true)
  }
  return ends
}

/** Entries that stand apart from the bubbles around them. */
function isApart(type: Message['type'] | undefined): boolean {
  return type === 'NOTICE' || type === 'NOTE'
}

function toMessage(entry: OutgoingMessage, writer: Writer): Message {
  const { file, place, sendAs, mentionedIds } = entry
  const fileType = file ? (sendAs ?? file.mediaType) : 'TEXT'
  return {
    // Nobody asks the server for it before it has an id there.
    id: entry.uuid,
    uuid: entry.uuid,
    chat: { id: entry.chatId },
    seq: Number.MAX_SAFE_INTEGER,
    author: 'OPERATOR',
    operator: writer,
    type: mentionedIds ? 'NOTE' : place ? 'LOCATION' : fileType,
    text: entry.text ?? null,
    invite: null,
    createdAt: entry.createdAt,
    editedAt: null,
    deletedAt: null,
    editableUntil: null,
    mailedAt: null,
    mentions: [],
    quote: entry.quote ?? null,
    notice: null,
    rich: null,
    delivery: null,
    media: file || place ? toMedia(entry) : null,
  }
}

function toMedia({ file, place, duration }: OutgoingMessage): Media {
  return {
    url: file?.url ?? null,
    thumbUrl: file?.thumbUrl ?? null,
    isExternal: false,
    fileName: file?.name ?? null,
    fileBytes: file?.size ?? null,
    width: file?.width ?? null,
    height: file?.height ?? null,
    duration: file?.duration ?? duration ?? null,
    emoji: null,
    performer: null,
    title: null,
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
  }
}
