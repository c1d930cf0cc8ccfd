import { transact } from '../../../events/transact.ts'
import type { BotEvent } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { handOff } from '../handover/hand-off.ts'
import { lockBotChat } from '../handover/lock-bot-chat.ts'
import { BOT_ATTEMPTS } from './bot-schedule.ts'

/**
 * Ends an event whose attempts are used up although the last of them could not be recorded, and gives the chat to the
 * operators. Returns false for one that has attempts left.
 */
export async function failBotEvent(services: Services, event: BotEvent): Promise<boolean> {
  const { id, chatId, kind, attempts } = event
  if (attempts < BOT_ATTEMPTS || !chatId) return false
  await transact(services, async (work) => {
    const chat = await lockBotChat(work.tx, chatId)
    const { count } = await work.tx.botEvent.updateMany({
      where: { id, state: 'PENDING', attempts },
      data: { state: 'FAILED', finishedAt: new Date(), claimedUntil: null },
    })
    if (count === 0 || kind !== 'CLIENT_MESSAGE') return
    const text = `The results of ${BOT_ATTEMPTS} attempts to reach the bot could not be recorded.`
    await handOff(work, chat, { reason: 'BOT_FAILED', text })
  })
  services.metrics.botAttempts.inc({ outcome: 'failed' })
  return true
}
