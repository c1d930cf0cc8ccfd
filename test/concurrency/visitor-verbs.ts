import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import type { BotInbound } from '../../server/domain/bots/incoming/read-bot-event.ts'
import { receiveBotEvent } from '../../server/domain/bots/incoming/receive-bot-event.ts'
import { readCallReport } from '../../server/domain/calls/reports/read-call-report.ts'
import { receiveCallReport } from '../../server/domain/calls/reports/receive-call-report.ts'
import { storeFile } from '../../server/domain/files/store-file.ts'
import { receiveVisitorMessage } from '../../server/domain/messages/receive-visitor-message.ts'
import { rateVisit } from '../../server/domain/visits/chat/rate-visit.ts'
import { requestCallback } from '../../server/domain/visits/chat/request-callback.ts'
import { sendOfflineMessage } from '../../server/domain/visits/chat/send-offline-message.ts'
import { sendVisitorMessage } from '../../server/domain/visits/chat/send-visitor-message.ts'
import { clearHistory } from '../../server/domain/visits/clear-history.ts'
import { bindIdentity } from '../../server/domain/visits/identity/bind-identity.ts'
import { identifyVisitor } from '../../server/domain/visits/identity/identify-visitor.ts'
import { setContactInfo } from '../../server/domain/visits/identity/set-contact-info.ts'
import { setCustomData } from '../../server/domain/visits/identity/set-custom-data.ts'
import { setVisitorAttributes } from '../../server/domain/visits/identity/set-visitor-attributes.ts'
import { markMessagesSeen } from '../../server/domain/visits/reading/mark-messages-seen.ts'
import { requireWidget } from '../../server/domain/visits/require-widget.ts'
import { viewPage } from '../../server/domain/visits/view-page.ts'
import { transact } from '../../server/events/transact.ts'
import type { Services } from '../../server/services.ts'
import { someAddress } from '../support/widget.ts'
import { ANY, type Verbs } from './verb.ts'
import { IDENTITY, type World } from './world.ts'

type Said = BotInbound extends infer Event
  ? Event extends BotInbound
    ? Omit<Event, 'target'>
    : never
  : never

/** The bot says something about the chat with the number 1. */
async function bySaying(services: Services, { botId }: World, said: Said): Promise<void> {
  const bot = await services.bots.get(botId)
  if (!bot) throw new Error('There is no bot.')
  const event = { ...said, target: { chatId: '1', clientId: null } } as BotInbound
  await receiveBotEvent(services, { bot, event, body: {} })
}

/** What visitors, their bots and the telephone system do. */
export const visitorVerbs: Verbs = {
  sendVisitorMessage: {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: (services, { guest }) =>
      sendVisitorMessage(services, {
        visitor: guest,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        fileId: null,
      }),
  },
  'sendVisitorMessage to a department': {
    touches: ['visitor', 'chat', 'department'],
    when: ['none'],
    run: (services, { guest }) =>
      sendVisitorMessage(services, {
        visitor: guest,
        idempotencyKey: randomUUID(),
        text: 'Hello',
        department: 1,
      }),
  },
  'receiveVisitorMessage with a new name': {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: async (services, { guest }) =>
      receiveVisitorMessage(services, {
        channel: await requireWidget(services, guest),
        profile: { externalId: guest.key, name: `Anna ${randomUUID().slice(0, 4)}` },
        draft: { type: 'TEXT', text: 'Hello', media: null, invite: null, externalId: null },
      }),
  },
  sendOfflineMessage: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      sendOfflineMessage(services, { visitor: guest, email: 'a@example.com', message: 'Call me' }),
  },
  requestCallback: {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: (services, { guest }) =>
      requestCallback(services, { visitor: guest, phone: '+493012345678', address: someAddress() }),
  },
  storeFile: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      storeFile(services, {
        owner: guest,
        content: Readable.from(['a text']),
        name: 'a.txt',
        isTruncated: () => false,
      }),
  },
  setContactInfo: {
    touches: ['visitor'],
    when: ANY,
    run: (services, { guest }) => setContactInfo(services, { visitor: guest, email: 'b@example.com' }),
  },
  setCustomData: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) => setCustomData(services, { visitor: guest, fields: [{ content: 'Gold' }] }),
  },
  setVisitorAttributes: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      setVisitorAttributes(services, { visitor: guest, attributes: { [randomUUID().slice(0, 4)]: 1 } }),
  },
  viewPage: {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) =>
      viewPage(services, { visitor: guest, page: { url: 'https://shop.example/a', title: 'A' } }),
  },
  clearHistory: {
    touches: ['visitor', 'chat'],
    when: ['none', 'waiting'],
    run: (services, { guest }) => clearHistory(services, { visitor: guest }),
  },
  'identifyVisitor, unsigned': {
    touches: ['visitor'],
    when: ['none'],
    run: (services, { guest }) => identifyVisitor(services, { visitor: guest, token: 'customer-8' }),
  },
  'identifyVisitor, signed': {
    touches: ['visitor', 'chat'],
    when: ANY,
    run: (services, { guest }) => transact(services, (work) => bindIdentity(work, guest, IDENTITY)),
  },
  rateVisit: {
    touches: ['visitor', 'chat'],
    when: ['waiting'],
    run: (services, { guest }) => rateVisit(services, { visitor: guest, rating: 'POSITIVE' }),
  },
  markMessagesSeen: {
    touches: ['visitor', 'chat'],
    when: ['waiting'],
    run: (services, { guest, chatId }) => markMessagesSeen(services, { visitor: guest, chatId, seq: 1 }),
  },
  'receiveBotEvent: a message': {
    touches: ['chat'],
    when: ['bot'],
    run: (services, world) =>
      bySaying(services, world, {
        ...{ kind: 'BOT_MESSAGE', replyId: null, note: null },
        draft: { type: 'TEXT', text: 'Hello', rich: null },
      }),
  },
  'receiveBotEvent: what it has learned': {
    touches: ['visitor', 'chat'],
    when: ['bot'],
    run: (services, world) => bySaying(services, world, { kind: 'CLIENT_INFO', info: { name: 'Anna' } }),
  },
  'receiveBotEvent: an operator is needed': {
    touches: ['chat'],
    when: ['bot'],
    run: (services, world) => bySaying(services, world, { kind: 'INVITE_AGENT', reason: null }),
  },
  'receiveCallReport: a call of the guest has begun': {
    touches: ['visitor', 'chat', 'channel'],
    when: ANY,
    run: (services, { accountId, guest }) =>
      receiveCallReport(services, {
        settings: { accountId },
        report: readCallReport({
          ...{ id: randomUUID(), type: 'incoming', status: 'start', phone: '+493012345678' },
          visitor_number: String(guest.number),
        }),
      }),
  },
}
