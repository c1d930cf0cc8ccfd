import { indexArchivedChats } from '../domain/archive/index-archived-chats.ts'
import { sweepBots } from '../domain/bots/outgoing/sweep-bots.ts'
import { expireChatInvitations } from '../domain/chats/expire-chat-invitations.ts'
import { sweepDeliveries } from '../domain/deliveries/sweep-deliveries.ts'
import { sweepEvents } from '../events/sweep-events.ts'
import { handleJob } from './handle-job.ts'
import { sweep } from './sweep.ts'

export const sweepHandler = handleJob(sweep, async ({ services }) => {
  await Promise.all([
    sweepEvents(services),
    sweepDeliveries(services),
    sweepBots(services),
    expireChatInvitations(services),
    indexArchivedChats(services),
  ])
  return undefined
})
