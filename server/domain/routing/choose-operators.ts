import type { ChatRouting } from '../../generated/prisma/client.ts'

/** An operator who is there and may get chats of a channel. */
export interface Candidate {
  userId: string
  /** The chats that they are in, without snoozed ones, and those that the routing offers them. */
  chats: number
  /** Null: no limit. */
  maxChats: number | null
  /** When they last got an offer or a chat of this channel. */
  offeredAt: Date | null
  /** How often they were offered, or had, this chat since it began to wait. */
  timesOffered: number
  /** A rule names them for the chat, or they answered its visitor before: it is offered to them first. */
  isNamed?: boolean
  /** They belong to the department that the chat is for. */
  isInDepartment?: boolean
}

interface Choice {
  routing: ChatRouting
  /** The admins were told that nobody has taken the chat: it waits for no department any more. */
  isNotTaken?: boolean
}

/** The eleventh offer reaches as many as anybody has. */
const MOST_TIMES = 10

/**
 * Who is offered a waiting chat next: nobody who has as many chats as they may. Whoever is named for it comes first,
 * then those who were offered it least often, and among these those of its department. So it goes through the
 * department, then through everyone else on the channel, and when all have had their turn, it is offered again, to
 * twice as many at once each time. Operators who get chats without being asked do not get one back that they have left.
 * Where everyone is told, only whoever is named is offered it.
 */
export function chooseOperators(
  { routing, isNotTaken = false }: Choice,
  candidates: readonly Candidate[],
): Candidate[] {
  const free = candidates.filter((candidate) => !isFull(candidate))
  const named = free.find(({ isNamed, timesOffered }) => isNamed && timesOffered === 0)
  if (named) return [named]
  if (routing === 'EVERYONE' || (!isNotTaken && waitsForDepartment(candidates))) return []
  const times = Math.min(...free.map(({ timesOffered }) => timesOffered))
  const next = free
    .filter(({ timesOffered }) => timesOffered === times)
    .sort((a, b) => departmentFirst(a, b) || orders[routing](a, b))
  if (routing === 'ASSIGN') return times === 0 ? next.slice(0, 1) : []
  return next.slice(0, 2 ** Math.min(times, MOST_TIMES))
}

/** Whether the operator has as many chats as they may. */
export function isFull({ chats, maxChats }: Candidate): boolean {
  return maxChats !== null && chats >= maxChats
}

/** A department that is only busy gets its chat when somebody of it has room: none of them has let it pass. */
function waitsForDepartment(candidates: readonly Candidate[]): boolean {
  const members = candidates.filter(({ isInDepartment }) => isInDepartment)
  return members.length > 0 && members.every((member) => member.timesOffered === 0 && isFull(member))
}

/** How much longer an offer that reaches more people at once lasts, in multiples of the channel's time. */
export function lastsTimes({ timesOffered }: Candidate): number {
  return 2 ** Math.min(timesOffered, MOST_TIMES)
}

type Order = (a: Candidate, b: Candidate) => number

const departmentFirst: Order = (a, b) => Number(b.isInDepartment ?? false) - Number(a.isInDepartment ?? false)
const longestAgo: Order = (a, b) => (a.offeredAt?.getTime() ?? 0) - (b.offeredAt?.getTime() ?? 0)
const fewestChats: Order = (a, b) => a.chats - b.chats || longestAgo(a, b)

const orders: Record<ChatRouting, Order> = {
  EVERYONE: longestAgo,
  ROUND_ROBIN: longestAgo,
  LEAST_BUSY: fewestChats,
  ASSIGN: fewestChats,
}
