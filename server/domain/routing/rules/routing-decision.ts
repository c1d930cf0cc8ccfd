import { z } from 'zod'
import type { Prisma } from '../../../generated/prisma/client.ts'

/** What the rules decided for a chat, kept with it. */
const decisionSchema = z.object({
  /** The name that the rule had. */
  rule: z.string().optional(),
  /** Who is offered the chat first. */
  operatorId: z.string().optional(),
  /** They are, because they answered this visitor before. */
  isReturn: z.boolean().optional(),
})

export type RoutingDecision = z.output<typeof decisionSchema>

/** `Chat.decision`. */
export function readDecision(stored: Prisma.JsonValue): RoutingDecision {
  return decisionSchema.catch({}).parse(stored ?? {})
}
