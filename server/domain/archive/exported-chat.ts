import type { ChatOutcome, ChatRating } from '../../generated/prisma/client.ts'
import { Prisma } from '../../generated/prisma/client.ts'

/** A chat as it is exported. */
export interface ExportedChat {
  id: string
  number: number
  channel: string
  department: string | null
  /** The names of all who were in it. */
  operators: string[]
  /** The names of its tags. */
  tags: string[]
  /** Null while it is open, as is `closedAt`. */
  outcome: ChatOutcome | null
  rating: ChatRating | null
  ratingComment: string | null
  createdAt: Date
  acceptedAt: Date | null
  closedAt: Date | null
  visitor: {
    number: number
    id: string
    name: string | null
    email: string | null
    phone: string | null
    description: string | null
  }
}

/** The chats with these ids, in their order. */
export function selectChats(accountId: string, ids: string[]): Prisma.Sql {
  return Prisma.sql`
    SELECT c.id, c.number, channel.name AS channel, d.name AS department,
      ARRAY(SELECT u.name FROM "ChatMember" m JOIN "User" u ON u.id = m."userId" WHERE m."chatId" = c.id
            ORDER BY m."joinedAt", u.id) AS operators,
      ARRAY(SELECT tag.name FROM unnest(c."tagIds") WITH ORDINALITY AS put(id, place)
            JOIN "Tag" tag ON tag.id = put.id ORDER BY put.place) AS tags,
      a.outcome::text AS outcome, c.rating::text AS rating, c."ratingComment", c."createdAt", c."acceptedAt", a."closedAt",
      jsonb_build_object('number', v.number, 'id', v.key, 'name', v.name, 'email', v.email, 'phone', v.phone,
                         'description', v.description) AS visitor
    FROM unnest(${ids}::uuid[]) WITH ORDINALITY AS wanted(id, place)
    JOIN "Chat" c ON c.id = wanted.id AND c."accountId" = ${accountId}::uuid
    LEFT JOIN "ArchivedChat" a ON a."chatId" = wanted.id
    JOIN "Visitor" v ON v.id = c."visitorId"
    JOIN "Channel" channel ON channel.id = c."channelId"
    LEFT JOIN "Department" d ON d.id = c."departmentId"
    ORDER BY wanted.place`
}
