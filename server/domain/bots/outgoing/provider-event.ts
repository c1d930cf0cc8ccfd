import type { BotProfile, Prisma } from '../../../generated/prisma/client.ts'
import { mediaOf } from '../../messages/media-of.ts'
import { plainMessage } from '../../messages/plain-message.ts'
import { richOf } from '../../messages/rich-of.ts'
import type { Conversation } from './conversation.ts'

interface EventParts {
  event: { id: string; kind: string }
  profile: BotProfile
  conversation: Conversation
  /** Needed by the profile `current` only. */
  agentsOnline: boolean
}

/**
 * An event as a provider gets it (contract, parts 2.6 and 6.2), with what its profile adds. Unknown parts are
 * omitted.
 */
export function providerEvent({
  event,
  profile,
  conversation,
  agentsOnline,
}: EventParts): Prisma.InputJsonObject {
  return {
    event: event.kind,
    id: event.id,
    client_id: String(conversation.visitorNumber),
    chat_id: String(conversation.chatNumber),
    ...(conversation.messageType && { message: messageOf(conversation) }),
    ...(profile !== 'SEED' && classicParts(conversation)),
    ...(profile === 'CURRENT' && currentParts(conversation, agentsOnline)),
  }
}

/** The contract's TEXT. A file or a place is sent as text, because the contract has no other kind. */
function messageOf({ text, media, rich, writtenAt, operatorName }: Conversation): Prisma.InputJsonObject {
  const buttonId = richOf(rich)?.buttonId
  return {
    type: 'TEXT',
    text: plainMessage({ text, media: mediaOf(media) }),
    ...(buttonId && { button_id: buttonId }),
    ...(operatorName && { agent_name: operatorName }),
    timestamp: Math.floor((writtenAt ? Date.parse(writtenAt) : Date.now()) / 1000),
  }
}

function classicParts(conversation: Conversation): Prisma.InputJsonObject {
  return { site_id: conversation.accountNumber, sender: senderOf(conversation) }
}

function currentParts(conversation: Conversation, agentsOnline: boolean): Prisma.InputJsonObject {
  const { channelPublicId, channelKind, visitorPhone, visitorEmail } = conversation
  return {
    agents_online: agentsOnline,
    channel: { id: channelPublicId, type: channelKind.toLowerCase() },
    sender: { ...senderOf(conversation), has_contacts: Boolean(visitorPhone || visitorEmail) },
  }
}

function senderOf({ visitorNumber, visitorName, pageUrl }: Conversation): Prisma.InputJsonObject {
  return {
    id: visitorNumber,
    ...(visitorName && { name: visitorName }),
    url: pageUrl ?? '',
  }
}
