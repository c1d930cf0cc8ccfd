import { indexArchivedChats } from '../domain/archive/index-archived-chats.ts'
import { sendAutomaticMessages } from '../domain/automatic-messages/send-automatic-messages.ts'
import { continueBots } from '../domain/bots/handover/continue-bots.ts'
import { handOffOrphans } from '../domain/bots/handover/hand-off-orphans.ts'
import { failStaleCalls } from '../domain/calls/fail-stale-calls.ts'
import { closeOrphans } from '../domain/chats/close-orphans.ts'
import { expireChatInvitations } from '../domain/chats/expire-chat-invitations.ts'
import { returnLeftChats } from '../domain/chats/return-left-chats.ts'
import { returnSnoozedChats } from '../domain/chats/return-snoozed-chats.ts'
import { keepPresences } from '../domain/operators/presence/keep-presences.ts'
import { keepReports } from '../domain/reports/keep-reports.ts'
import { queueWeeklyReports } from '../domain/reports/weekly/queue-weekly-reports.ts'
import { indexOpenChats } from '../domain/search/index-open-chats.ts'
import { handleJob } from './handle-job.ts'
import { sweep } from './sweep.ts'

export const sweepHandler = handleJob(sweep, async ({ services, lanes }) => {
  await Promise.all([
    lanes.sweep(),
    handOffOrphans(services),
    continueBots(services),
    expireChatInvitations(services),
    indexArchivedChats(services),
    indexOpenChats(services),
    closeOrphans(services),
    failStaleCalls(services),
    keepPresences(services),
    returnLeftChats(services),
    returnSnoozedChats(services),
    sendAutomaticMessages(services),
    keepReports(services),
    queueWeeklyReports(services),
  ])
  return undefined
})
