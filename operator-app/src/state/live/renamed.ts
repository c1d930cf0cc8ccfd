import type { Call } from '../../graphql/calls.ts'
import type { EventOf } from '../../graphql/events.ts'
import type { Chat } from '../../graphql/fragments.ts'

type NamedRecord = { id: string; name: string }
type OfDepartment = { department: NamedRecord | null }

/** The chat with the present state of its channel. A deleted one keeps its last name. */
export function withChannel(chat: Chat, channel: EventOf<'ChannelUpdated'>['channel']): Chat {
  return chat.channel.id === channel.id ? { ...chat, channel: { ...chat.channel, ...channel } } : chat
}

/** The chat with the present state of its bot, and of the bot of its channel. */
export function withBot(chat: Chat, { connected, ...now }: EventOf<'BotUpdated'>['bot']): Chat {
  const isHolder = chat.bot?.id === now.id
  const isOfChannel = chat.channel.bot?.id === now.id
  if (!isHolder && !isOfChannel) return chat
  return {
    ...chat,
    bot: isHolder ? { id: now.id, name: now.name } : chat.bot,
    channel: isOfChannel ? { ...chat.channel, bot: connected ? now : null } : chat.channel,
  }
}

/** A chat or an offline message with the present name of its department. */
export function withDepartment<Item extends OfDepartment>(item: Item, { id, name }: NamedRecord): Item {
  return item.department?.id === id ? { ...item, department: { id, name } } : item
}

/** The same after the department was deleted. */
export function withoutDepartment<Item extends OfDepartment>(item: Item, departmentId: string): Item {
  return item.department?.id === departmentId ? { ...item, department: null } : item
}

/** The chat with the current names of those who are or were in it, look on, or are invited. */
export function withOperator(chat: Chat, { id, name }: NamedRecord): Chat {
  const isMeant = (person: { id: string }) => person.id === id
  const invited = chat.invitations.map(({ to }) => to)
  const people = [...chat.answeredBy, ...chat.observers, ...invited, chat.lastOperator]
  if (!people.some((person) => person && isMeant(person))) return chat
  const renamed = (person: NamedRecord) => (isMeant(person) ? { ...person, name } : person)
  return {
    ...chat,
    operators: chat.operators.map(renamed),
    observers: chat.observers.map(renamed),
    answeredBy: chat.answeredBy.map(renamed),
    lastOperator: chat.lastOperator && renamed(chat.lastOperator),
    invitations: chat.invitations.map((invitation) => ({ ...invitation, to: renamed(invitation.to) })),
  }
}

/** A call or an offline message with the present name of its channel. */
export function withChannelName<Item extends { channel: NamedRecord }>(
  item: Item,
  { id, name }: NamedRecord,
): Item {
  return item.channel.id === id ? { ...item, channel: { id, name } } : item
}

/** The call with the current name of its operator. */
export function callWithOperator(call: Call, { id, name }: NamedRecord): Call {
  return call.operator?.id === id ? { ...call, operator: { id, name } } : call
}
