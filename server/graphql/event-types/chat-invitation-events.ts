import { kindsAbout } from '../../events/kinds/event-kinds.ts'
import { ChatInvitation } from '../chat-invitations.ts'
import { builder } from '../kit/builder.ts'
import { loadRow } from '../kit/load.ts'
import { CHANGING_CHAT, defineEvents } from './define-events.ts'
import { type EventShape, idOf, typeOf } from './event-interface.ts'

const ChatInvitationEvent = builder.interfaceRef<EventShape>('ChatInvitationEvent').implement({
  description: 'Something that happened to an invitation to a chat.',
  resolveType: typeOf,
  interfaces: CHANGING_CHAT,
  fields: (t) => ({
    invitation: t.field({
      type: ChatInvitation,
      description: 'The invitation, as it is now.',
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.chatInvitation, idOf(subjectId)),
    }),
  }),
})
defineEvents(kindsAbout('CHAT_INVITATION'), [...CHANGING_CHAT, ChatInvitationEvent])
