import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { limits } from '../../operator-app/src/limits.ts'
import { automaticKinds as formKinds } from '../../operator-app/src/settings/channels/automatic/automatic-messages.ts'
import { MOST_SELECTED } from '../../operator-app/src/state/inbox/selection.svelte.ts'
import { automaticKinds } from '../../server/domain/automatic-messages/automatic-kinds.ts'
import { MOST_LANGUAGES } from '../../server/domain/automatic-messages/automatic-message-fields.ts'
import { readPhone } from '../../server/domain/calls/read-phone.ts'
import { OFFER_SECONDS } from '../../server/domain/channels/channel-fields.ts'
import { MOST_CHATS_AT_ONCE } from '../../server/domain/chats/several/each-once.ts'
import { DRAFT_LENGTH, MAX_AGE_MS } from '../../server/domain/drafts/save-draft.ts'
import { MOST_HOLIDAYS } from '../../server/domain/hours/business-hours-fields.ts'
import { MOST_WEEKLY_HOURS } from '../../server/domain/hours/weekly-hours-field.ts'
import { TEXT_LENGTH } from '../../server/domain/messages/lengths.ts'
import { leaveOfflineMessage } from '../../server/domain/offline-messages/leave-offline-message.ts'
import { MOST_CHATS } from '../../server/domain/operators/update-operator.ts'
import { passwordField } from '../../server/domain/parse-input.ts'
import { MOST_COMMENTS } from '../../server/domain/reports/find-rating-comments.ts'
import { MOST_ROWS } from '../../server/domain/reports/read-figures.ts'
import { MOST_DAYS } from '../../server/domain/reports/sum-up-report.ts'
import { MOST_CONDITIONS, MOST_RULES } from '../../server/domain/routing/rules/routing-rule.ts'
import {
  MOST_NOT_TAKEN_MINUTES,
  MOST_RETURN_DAYS,
} from '../../server/domain/routing/update-routing-settings.ts'
import { MAX_UNANSWERED_MINUTES } from '../../server/domain/saved-views/saved-filter.ts'
import { MOST_TARGET_MINUTES } from '../../server/domain/targets/target-fields.ts'
import { rulesField } from '../../server/domain/visits/rules.ts'
import { MOST_RESENT } from '../../server/domain/webhooks/log/resend-failed-webhooks.ts'
import { MOST_ATTEMPTS } from '../../server/graphql/kit/loaders.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
let desk: Desk
let ids: Record<'visitorId' | 'chatId' | 'operatorId' | 'messageId', string>
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
  await desk.say('visitor', 'Hello')
  const chat = await desk.chatOf('visitor')
  const message = await leaveOfflineMessage(app.services, {
    channel: desk.channel,
    email: 'a@example.org',
    text: 'x',
  })
  ids = {
    visitorId: globalId('Visitor', chat.visitorId),
    chatId: globalId('Chat', chat.id),
    operatorId: globalId('User', desk.operators[0].user.id),
    messageId: globalId('OfflineMessage', message),
  }
})
afterAll(() => app.close())

const x = (length: number) => 'x'.repeat(length)
const provider = {
  name: 'P',
  endpointUrl: 'https://bot.example/',
  profile: 'SEED',
  tokenUrl: 'https://bot.example/t',
}
const reply = { shared: true, title: 'T', shortcut: 's', text: 'Hello' }
const widget = (settings: object) => ({ name: 'W', operatorIds: [], settings: { widget: settings } })

type Case = [limit: keyof typeof limits, mutation: string, field: string, input: (text: string) => Data]
const cases: Case[] = [
  ['name', 'createDepartment', 'name', (name) => ({ name, memberIds: [] })],
  ['tagName', 'createTag', 'name', (name) => ({ name })],
  ['tagDescription', 'createTag', 'description', (description) => ({ name: randomUUID(), description })],
  ['name', 'createApiToken', 'name', (name) => ({ name })],
  ['name', 'updateProfile', 'name', (name) => ({ name })],
  ['name', 'createBotProvider', 'name', (name) => ({ ...provider, name })],
  ['name', 'createChannel', 'name', (name) => ({ ...widget({}), name })],
  [
    'automaticMessage',
    'updateChannel',
    'text',
    (text) => ({
      id: globalId('Channel', desk.channel.id),
      automaticMessages: [
        { kind: 'GREETING', enabled: true, delaySeconds: 0, texts: [{ language: 'en', text }] },
      ],
    }),
  ],
  ['cannedReply', 'createCannedReply', 'text', (text) => ({ ...reply, text })],
  ['cannedReplyShortcut', 'createCannedReply', 'shortcut', (shortcut) => ({ ...reply, shortcut })],
  ['visitorName', 'updateVisitor', 'name', (name) => ({ id: ids.visitorId, name })],
  ['phone', 'updateVisitor', 'phone', (phone) => ({ id: ids.visitorId, phone })],
  [
    'visitorDescription',
    'updateVisitor',
    'description',
    (description) => ({ id: ids.visitorId, description }),
  ],
  ['note', 'inviteToChat', 'note', (note) => ({ chatId: ids.chatId, operatorId: ids.operatorId, note })],
  ['note', 'transferChat', 'note', (note) => ({ chatId: ids.chatId, operatorId: ids.operatorId, note })],
  ['reason', 'blacklistVisitor', 'reason', (reason) => ({ id: ids.visitorId, reason })],
  ['reason', 'failCall', 'reason', (reason) => ({ id: globalId('Call', randomUUID()), reason })],
  ['answer', 'answerOfflineMessage', 'text', (text) => ({ id: ids.messageId, text })],
  ['invitation', 'inviteVisitor', 'text', (text) => ({ visitorId: ids.visitorId, text })],
  ['widgetTitle', 'createChannel', 'title', (title) => widget({ title })],
  ['widgetText', 'createChannel', 'greeting', (greeting) => widget({ greeting })],
  ['widgetText', 'createChannel', 'offlineText', (offlineText) => widget({ offlineText })],
  ['launcherLabel', 'createChannel', 'launcherLabel', (launcherLabel) => widget({ launcherLabel })],
  ['mailSenderName', 'createChannel', 'mailSenderName', (mailSenderName) => widget({ mailSenderName })],
  ['clientId', 'createBotProvider', 'clientId', (clientId) => ({ ...provider, clientId, clientSecret: 'x' })],
  [
    'clientSecret',
    'createBotProvider',
    'clientSecret',
    (clientSecret) => ({ ...provider, clientId: 'x', clientSecret }),
  ],
  [
    'botToken',
    'connectBot',
    'token',
    (token) => ({ name: 'B', providerId: globalId('BotProvider', randomUUID()), channelIds: [], token }),
  ],
  ['identitySecret', 'updateDeveloperSettings', 'identitySecret', (identitySecret) => ({ identitySecret })],
]

test.each(cases)(
  'a form takes as much of a %s for %s as the server',
  async (limit, mutation, field, input) => {
    const isRefused = async (length: number) => {
      const { userErrors } = await mutate(desk.admin.execute, mutation, input(x(length)))
      return userErrors.some((error: Data) => error.field?.at(-1) === field && error.code === 'TOO_LONG')
    }
    expect([await isRefused(limits[limit] + 1), await isRefused(limits[limit])]).toEqual([true, false])
  },
)

test('a form takes as many days, minutes and as short a password as the server', async () => {
  const keep = async (keepLogsDays: number) =>
    (await mutate(desk.admin.execute, 'updateRetention', { keepLogsDays })).userErrors.length
  expect([await keep(limits.retentionDays + 1), await keep(limits.retentionDays)]).toEqual([1, 0])
  const wait = async (leftAloneMinutes: number) =>
    (await mutate(desk.admin.execute, 'updateChatSettings', { leftAloneMinutes })).userErrors.length
  expect([await wait(limits.leftAloneMinutes + 1), await wait(limits.leftAloneMinutes)]).toEqual([1, 0])
  const takes = (length: number) => passwordField.safeParse(x(length)).success
  expect([takes(limits.shortestPassword - 1), takes(limits.shortestPassword)]).toEqual([false, true])
})

test('and of an e-mail address, a number to call, and of what is in triggers', async () => {
  const email = (length: number) => {
    const labels = `${x(63)}.${x(63)}.${x(63)}.`
    return `${x(length - labels.length - 3)}@${labels}de`
  }
  const change = async (length: number) => {
    const input = { id: ids.visitorId, email: email(length) }
    return (await mutate(desk.admin.execute, 'updateVisitor', input)).userErrors.length
  }
  expect([await change(limits.visitorEmail + 1), await change(limits.visitorEmail)]).toEqual([1, 0])
  const number = (length: number) => `+49 30 123456${' '.repeat(length - 14)}7`
  expect(readPhone(number(limits.phone), []).number).toBe('+49301234567')
  expect(() => readPhone(number(limits.phone + 1), [])).toThrow('too long')
  const takes = (part: object) => {
    const rule = {
      id: 'a',
      conditions: [{ type: 'exit_intent' }],
      actions: [{ type: 'open_chat' }],
      ...part,
    }
    return rulesField.safeParse({ rules: [rule] }).success
  }
  for (const [limit, part] of [
    [limits.name, (name: string) => ({ name })],
    [limits.invitation, (text: string) => ({ actions: [{ type: 'invite', text }] })],
    [limits.functionName, (name: string) => ({ actions: [{ type: 'call_function', name }] })],
    [
      limits.conditionValue,
      (value: string) => ({ conditions: [{ type: 'page_url', operator: 'is', value }] }),
    ],
  ] as const) {
    expect([takes(part(x(limit))), takes(part(x(limit + 1)))]).toEqual([true, false])
  }
})

test('a form takes as many entries and numbers as large as the server', async () => {
  expect(limits).toMatchObject({
    message: TEXT_LENGTH,
    draft: DRAFT_LENGTH,
    draftAgeMs: MAX_AGE_MS,
    automaticLanguages: MOST_LANGUAGES,
    weeklyHours: MOST_WEEKLY_HOURS,
    holidays: MOST_HOLIDAYS,
    shortestOfferSeconds: OFFER_SECONDS.least,
    longestOfferSeconds: OFFER_SECONDS.most,
    maxChats: MOST_CHATS,
    routingRules: MOST_RULES,
    routingConditions: MOST_CONDITIONS,
    returnDays: MOST_RETURN_DAYS,
    notTakenMinutes: MOST_NOT_TAKEN_MINUTES,
    targetMinutes: MOST_TARGET_MINUTES,
    unansweredMinutes: MAX_UNANSWERED_MINUTES,
    reportDays: MOST_DAYS,
    reportRows: MOST_ROWS,
    reportComments: MOST_COMMENTS,
    attempts: MOST_ATTEMPTS,
    resentWebhooks: MOST_RESENT,
  })
  expect(MOST_SELECTED).toBe(MOST_CHATS_AT_ONCE)
  const fieldsRefused = async (mutation: string, input: Data) =>
    (await mutate(desk.admin.execute, mutation, input)).userErrors.map((error: Data) => error.field.at(-1))
  const refused = (over: number) =>
    Promise.all([
      fieldsRefused('updateCallSettings', { balance: limits.callBalance + over }),
      fieldsRefused('createChannel', widget({ mailRepliesMinutes: limits.mailRepliesMinutes + over })),
    ])
  expect(await refused(0)).toEqual([[], []])
  expect(await refused(1)).toEqual([['balance'], ['mailRepliesMinutes']])
})

test('a form has the automatic messages of the server, with the same delays', () => {
  const ofForm = Object.entries(formKinds).map(([kind, { least, most, onlyOn = null }]) => [
    kind,
    { delay: [least, most], onlyOn },
  ])
  const ofServer = Object.entries(automaticKinds).map(([kind, { delay, onlyOn }]) => [
    kind,
    { delay, onlyOn },
  ])
  expect(ofForm).toEqual(ofServer)
})
