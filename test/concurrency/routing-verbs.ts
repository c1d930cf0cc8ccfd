import { sendAutomaticMessages } from '../../server/domain/automatic-messages/send-automatic-messages.ts'
import { readRoutingSettings } from '../../server/domain/routing/read-routing-settings.ts'
import type { Round } from '../../server/domain/routing/round.ts'
import { routeChat } from '../../server/domain/routing/route-chat.ts'
import { applyRules } from '../../server/domain/routing/rules/apply-rules.ts'
import { tellNotTaken } from '../../server/domain/routing/tell-not-taken.ts'
import { watchTargets } from '../../server/domain/targets/watch-targets.ts'
import type { ChatRouting } from '../../server/generated/prisma/client.ts'
import type { Services } from '../../server/services.ts'
import { OPEN, type Verbs } from './verb.ts'
import type { World } from './world.ts'

const longAgo = () => new Date(Date.now() - 3_600_000)

/** The operator is there, and the hours do not matter. */
function roundOf({ operator }: World): Round {
  return { connected: new Set([operator.userId]), closedHours: [] }
}

function routing(way: ChatRouting): Verbs[string] {
  return {
    touches: ['chat', 'operator', 'channel'],
    when: ['waiting'],
    prepare: ({ db }, { channelId }) =>
      db.channel.update({ where: { id: channelId }, data: { routing: way } }),
    run: (services, world) => {
      const { accountId, channelId, chatId } = world
      const waiting = { departmentId: null, routing: way, offerSeconds: 30, decision: {}, isNotTaken: false }
      return routeChat(services, { ...waiting, id: chatId, accountId, channelId }, roundOf(world))
    },
  }
}

/** The visitor has written, and is answered or not. */
function automatic(kind: 'NOBODY_FREE' | 'CLOSING'): Verbs[string] {
  return {
    touches: ['chat'],
    when: ['waiting'],
    prepare: async ({ db }, { channelId, chatId }) => {
      const texts = [{ language: 'en', text: 'We are sorry.' }]
      await db.automaticMessage.create({ data: { channelId, kind, enabled: true, delaySeconds: 60, texts } })
      const before = new Date(Date.now() - 2 * 60_000)
      const unansweredSince = kind === 'CLOSING' ? null : before
      const data = { queuedAt: before, lastActivityAt: before, lastVisitorSeq: 1, unansweredSince }
      await db.chat.updateMany({ where: { id: chatId }, data })
    },
    run: (services) => sendAutomaticMessages(services),
  }
}

async function settingsOf({ db }: Services, { accountId }: World) {
  return readRoutingSettings(accountId, await db.routingSettings.findUnique({ where: { accountId } }))
}

/** What the rounds of the workers do to chats that wait. */
export const routingVerbs: Verbs = {
  'routeChat: an offer': routing('LEAST_BUSY'),
  'routeChat: the operator gets it': routing('ASSIGN'),
  applyRules: {
    touches: ['chat', 'department'],
    when: ['waiting'],
    prepare: ({ db }, { accountId, channelId, departmentId, operator }) => {
      const rule = {
        ...{
          name: 'Sales',
          enabled: true,
          conditions: [{ field: 'CHANNEL', channelIds: [channelId] }],
          priority: 'HIGH',
        },
        ...{ departmentId, operatorId: operator.userId },
      }
      return db.routingSettings.upsert({
        where: { accountId },
        create: { accountId, rules: [rule] },
        update: { rules: [rule] },
      })
    },
    run: async (services, world) =>
      applyRules(services, { settings: await settingsOf(services, world), chatId: world.chatId }),
  },
  tellNotTaken: {
    touches: ['chat'],
    when: ['waiting'],
    prepare: async ({ db }, { accountId, chatId }) => {
      await db.chat.updateMany({ where: { id: chatId }, data: { queuedAt: longAgo() } })
      await db.routingSettings.upsert({
        where: { accountId },
        create: { accountId, notTakenMinutes: 1 },
        update: { notTakenMinutes: 1 },
      })
    },
    run: async (services, world) =>
      tellNotTaken(services, await settingsOf(services, world), { closedHours: [] }),
  },
  'watchTargets: one is settled': {
    touches: ['chat'],
    when: OPEN,
    prepare: ({ db }, { chatId }) =>
      db.chat.updateMany({
        where: { id: chatId },
        data: { targetsSince: longAgo(), firstReplyMinutes: 1, firstReplyDueAt: longAgo() },
      }),
    run: (services, { accountId }) => watchTargets(services, accountId),
  },
  'sendAutomaticMessages: nobody is free': automatic('NOBODY_FREE'),
  'sendAutomaticMessages: the chat is closed with it': automatic('CLOSING'),
}
