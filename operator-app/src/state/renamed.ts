import type { EventOf } from '../graphql/events.ts'
import type { Chat } from '../graphql/fragments.ts'

type Named = { id: string; name: string }

/** The chat with the present state of its channel. A deleted one keeps its last name. */
export function withChannel(chat: Chat, channel: EventOf<'ChannelUpdated'>['channel']): Chat {
  return chat.channel.id === channel.id ? { ...chat, channel } : chat
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

/** The chat with the present name of its department. */
export function withDepartment(chat: Chat, department: Named): Chat {
  return chat.department?.id === department.id ? { ...chat, department } : chat
}

/** The chat after a department was deleted. */
export function withoutDepartment(chat: Chat, departmentId: string): Chat {
  return chat.department?.id === departmentId ? { ...chat, department: null } : chat
}

/** The chat with the present name of whoever is or was in it, or is invited. */
export function withOperator(chat: Chat, { id, name }: Named): Chat {
  const isMeant = (person: { id: string }) => person.id === id
  if (![...chat.answeredBy, ...chat.invitations.map(({ to }) => to)].some(isMeant)) return chat
  const renamed = (person: Named) => (isMeant(person) ? { ...person, name } : person)
  return {
    ...chat,
    operators: chat.operators.map(renamed),
    answeredBy: chat.answeredBy.map(renamed),
    invitations: chat.invitations.map((invitation) => ({ ...invitation, to: renamed(invitation.to) })),
  }
}
