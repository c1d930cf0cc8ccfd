import type { ExportedChat } from '../../domain/archive/exported-chat.ts'
import type { ExportedMessage } from '../../domain/archive/exported-message.ts'
import type { ExportedPiece } from '../../domain/archive/join-messages.ts'
import { cutText } from '../../domain/cut-text.ts'
import { BYTE_ORDER_MARK, lineOf } from '../../text/csv-line.ts'

/** The columns, each with how it is read of a chat. */
const columns: Record<string, (chat: ExportedChat) => unknown> = {
  number: ({ number }) => number,
  created_at: ({ createdAt }) => createdAt,
  accepted_at: ({ acceptedAt }) => acceptedAt,
  closed_at: ({ closedAt }) => closedAt,
  channel: ({ channel }) => channel,
  department: ({ department }) => department,
  operators: ({ operators }) => operators.join(', '),
  outcome: ({ outcome }) => outcome,
  rating: ({ rating }) => rating,
  rating_comment: ({ ratingComment }) => ratingComment,
  visitor_number: ({ visitor }) => visitor.number,
  visitor_id: ({ visitor }) => visitor.id,
  visitor_name: ({ visitor }) => visitor.name,
  visitor_email: ({ visitor }) => visitor.email,
  visitor_phone: ({ visitor }) => visitor.phone,
  visitor_description: ({ visitor }) => visitor.description,
  tags: ({ tags }) => tags.join(', '),
}

/** A cell of the common spreadsheets takes 32,767 characters. */
const TRANSCRIPT_LENGTH = 32_000

/** One line for each chat (RFC 4180), with what was written in the last cell. */
export async function* toCsv(pieces: AsyncIterable<ExportedPiece>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + lineOf([...Object.keys(columns), 'transcript'])
  let current: ExportedChat | undefined
  let transcript = ''
  for await (const piece of pieces) {
    if ('message' in piece) {
      if (transcript.length < TRANSCRIPT_LENGTH) transcript += `${transcriptLine(piece.message)}\n`
      continue
    }
    if (current) yield rowOf(current, transcript)
    current = piece.chat
    transcript = ''
  }
  if (current) yield rowOf(current, transcript)
}

function rowOf(chat: ExportedChat, transcript: string): string {
  const cells = Object.values(columns).map((read) => read(chat))
  return lineOf([...cells, cutText(transcript.trimEnd(), TRANSCRIPT_LENGTH)])
}

function transcriptLine({ createdAt, author, operator, type, text, file }: ExportedMessage): string {
  const said = [text, file].filter(Boolean).join(' ')
  return `${createdAt.toISOString()} ${operator ?? author.toLowerCase()}${type === 'NOTE' ? ' (note)' : ''}: ${said}`
}
