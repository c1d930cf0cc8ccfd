import type { Prisma } from '../../generated/prisma/client.ts'
import { storableText } from '../../storable-text.ts'
import { type Viewer, within } from '../viewer.ts'

export type ChatView = 'WAITING' | 'MINE' | 'BOT' | 'ALL' | 'CLOSED'

const SEARCH_LENGTH = 100

/** The chats of one view of the inbox. The search looks at the visitor and at the chat's number. */
export function chatsInView(viewer: Viewer, view: ChatView, search: string | null): Prisma.ChatWhereInput {
  const words = (search && storableText(search))?.trim().slice(0, SEARCH_LENGTH)
  return { AND: [within(viewer), inView(viewer, view), words ? matching(words) : {}] }
}

export function chatOrder(view: ChatView): Prisma.ChatOrderByWithRelationInput[] {
  if (view === 'WAITING') return [{ queuedAt: 'asc' }, { id: 'asc' }]
  return [{ lastActivityAt: 'desc' }, { id: 'desc' }]
}

function inView(viewer: Viewer, view: ChatView): Prisma.ChatWhereInput {
  switch (view) {
    case 'WAITING':
      return { status: 'QUEUED' }
    case 'MINE':
      return { status: 'ACTIVE', members: { some: { userId: viewer.userId, leftAt: null } } }
    case 'BOT':
      return { status: 'BOT' }
    case 'ALL':
      return { status: { in: ['BOT', 'QUEUED', 'ACTIVE'] } }
    case 'CLOSED':
      return { status: 'CLOSED' }
  }
}

function matching(words: string): Prisma.ChatWhereInput {
  const contains = { contains: words, mode: 'insensitive' } as const
  const number = /^#?(\d{1,9})$/.exec(words)?.[1]
  return {
    OR: [
      { visitor: { OR: [{ name: contains }, { email: contains }, { phone: contains }, { key: contains }] } },
      ...(number ? [{ number: Number(number) }] : []),
    ],
  }
}
