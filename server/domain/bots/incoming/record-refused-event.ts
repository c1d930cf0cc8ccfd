import type { AppError } from '../../../errors.ts'
import type { Prisma } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { storableText } from '../../../text/storable-text.ts'
import { cutText } from '../../cut-text.ts'
import type { BotEntry } from '../settings/bot-directory.ts'

interface RefusedEvent {
  bot: BotEntry
  body: Prisma.InputJsonValue
  error: AppError
}

/** Notes in the bot's log what it sent and why it was refused. */
export async function recordRefusedEvent(
  { db }: Services,
  { bot, body, error }: RefusedEvent,
): Promise<void> {
  const { event } = (typeof body === 'object' ? body : {}) as { event?: unknown }
  await db.incomingBotEvent.create({
    data: {
      accountId: bot.accountId,
      botId: bot.id,
      kind: typeof event === 'string' ? cutText(storableText(event), 100) : '?',
      body,
      state: 'REFUSED',
      note: storableText(`${error.status} ${error.code}: ${error.message}`),
    },
  })
}
