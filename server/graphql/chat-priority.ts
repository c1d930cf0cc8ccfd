import { ChatPriority } from '../generated/prisma/enums.ts'
import { builder } from './kit/builder.ts'

export const ChatPriorityEnum = builder.enumType(ChatPriority, {
  name: 'ChatPriority',
  description:
    'Which waiting chats come first; among those of one priority, the one that has waited longest.',
  values: {
    LOW: { description: 'After all others.' },
    NORMAL: { description: 'What every chat has at first.' },
    HIGH: { description: 'Before the usual ones.' },
    URGENT: { description: 'Before all others.' },
  },
})
