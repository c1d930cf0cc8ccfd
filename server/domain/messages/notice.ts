import { z } from 'zod'
import { ChatPriority, ChatRouting } from '../../generated/prisma/enums.ts'

const noticeKinds = [
  'CHAT_STARTED',
  'OFFERED',
  'ASSIGNED',
  'ROUTED',
  'NOT_TAKEN',
  'OPERATOR_JOINED',
  'OPERATOR_LEFT',
  'OBSERVER_JOINED',
  'OBSERVER_LEFT',
  'TAKEN_OVER',
  'LEFT_ALONE',
  'PRIORITY_SET',
  'SNOOZED',
  'SNOOZE_ENDED',
  'INVITED',
  'TRANSFER_OFFERED',
  'INVITATION_DECLINED',
  'INVITATION_EXPIRED',
  'TRANSFERRED_TO_DEPARTMENT',
  'CHAT_CLOSED',
  'VISITOR_RENAMED',
  'BOT_HANDED_OVER',
  'BOT_FAILED',
  'BOT_REPLY_LATE',
  'BOT_CANNOT_RENDER',
  'BOT_JOINED',
] as const

/** Something that happened in a chat, shown in its place among the messages. */
const noticeSchema = z.object({
  kind: z.enum(noticeKinds),
  /** The user who did it. */
  actorId: z.string().optional(),
  /** The user that it concerns. */
  targetId: z.string().optional(),
  departmentId: z.string().optional(),
  /** By which way of its channel the chat is offered, and the name of the rule that fitted it. */
  routing: z.enum(ChatRouting).optional(),
  rule: z.string().optional(),
  /** The operator is offered it because they answered its visitor before. */
  isReturn: z.boolean().optional(),
  /** The chat is for a department, and not everyone who is offered it belongs to that. */
  isWider: z.boolean().optional(),
  /** The priority that a rule, or somebody, gave the chat. */
  priority: z.enum(ChatPriority).optional(),
  /** How many minutes it has waited. */
  minutes: z.number().optional(),
  /** Why the bot asks for an operator, in its own words. */
  reason: z.string().optional(),
  /** Several people who are offered the chat, the visitor's new name, the operator's note, why the bot handed the chat over, or its late reply. */
  text: z.string().optional(),
})

export type NoticeKind = (typeof noticeKinds)[number]
export type Notice = z.infer<typeof noticeSchema>
