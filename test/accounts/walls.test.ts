import { randomUUID } from 'node:crypto'
import { getNamedType } from 'graphql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { schema } from '../../server/graphql/schema.ts'
import { encryptSecret } from '../../server/secrets.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { makeBot } from '../support/bots.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { makeChannel, makeUser, signedIn } from '../support/factories.ts'
import { type Data, type Execute, globalId, graphqlAs, mutate } from '../support/graphql-client.ts'
import {
  idFields,
  mutationNames,
  sampleInput,
  textFields,
  visitorMutationNames,
} from '../support/schema-inputs.ts'

type NodeIds = Record<string, string>

let app: TestApp
/** What the walls protect, and somebody else who knows every id of it. */
let victim: { desk: Desk; ids: NodeIds }
let attacker: { desk: Desk; ids: NodeIds }

beforeAll(async () => {
  app = await startTestApp()
  victim = await furnish(await openDesk(app, { operators: 2 }))
  attacker = await furnish(await openDesk(app, { operators: 2 }))
})
afterAll(() => app.close())

/** Fills an account with one of everything that has an id. */
async function furnish(desk: Desk): Promise<{ desk: Desk; ids: NodeIds }> {
  const { account, admin, operators, channel } = desk
  const [operator, colleague] = operators
  const visitorId = randomUUID()
  await desk.say(visitorId, 'a secret of the visitor')
  const chat = await desk.chatOf(visitorId)
  const message = await reply(operator, chat.id, 'a secret of the operator')
  const chatId = globalId('Chat', chat.id)
  const operatorId = globalId('Operator', colleague?.user.id ?? '')
  const token = await mutate(admin.execute, 'createApiToken', { name: 'secret token' }, 'apiToken { id }')
  const department = await mutate(
    admin.execute,
    'createDepartment',
    { name: `Department ${randomUUID()}`, memberIds: [operatorId] },
    'department { id }',
  )
  const invited = await mutate(
    admin.execute,
    'inviteOperator',
    { email: `${randomUUID()}@example.com`, role: 'OPERATOR' },
    'operatorInvitation { id }',
  )
  const { db } = app.services
  // Both can write in it, so that nothing else stands in the way of an id that is tried.
  await db.chatMember.create({ data: { chatId: chat.id, userId: admin.user.id } })
  const [delivery, invitation, file] = await Promise.all([
    db.outboxItem.findFirstOrThrow({ where: { chatId: chat.id, kind: 'CLIENT_REPLY' } }),
    // Only somebody who is connected can be invited through the API.
    db.chatInvitation.create({
      data: {
        accountId: account.id,
        chatId: chat.id,
        kind: 'JOIN',
        fromUserId: admin.user.id,
        toUserId: operator.user.id,
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    }),
    db.file.create({
      data: {
        accountId: account.id,
        ownerId: operator.user.id,
        key: randomUUID(),
        name: 'secret.png',
        contentType: 'image/png',
        mediaType: 'PHOTO',
        size: 1,
      },
    }),
  ])
  const { bot, provider } = await makeBot(app.services, { accountId: account.id })
  const botEvent = await db.incomingBotEvent.create({
    data: {
      accountId: account.id,
      botId: bot.id,
      kind: 'BOT_MESSAGE',
      state: 'RECEIVED',
      body: { text: 'a secret of the bot' },
    },
  })
  const call = await db.call.create({
    data: {
      accountId: account.id,
      channelId: channel.id,
      visitorId: chat.visitorId,
      chatId: chat.id,
      type: 'CALLBACK',
      phone: 'a secret number',
      gateway: 'OPERATOR_DIALS',
    },
  })
  const order = await db.outboxItem.create({
    data: {
      accountId: account.id,
      kind: 'CALL_ORDER',
      lane: `CALL_ORDER:${call.id}`,
      receiverId: account.id,
      callId: call.id,
      event: 'call_order',
      payload: '{"phone":"a secret number"}',
      state: 'FAILED',
    },
  })
  const endpoint = await db.webhookEndpoint.create({
    data: {
      accountId: account.id,
      name: 'A secret endpoint',
      url: 'https://secret.example.com/',
      events: ['CHAT_FINISHED'],
      enabled: false,
      secretEncrypted: encryptSecret('whsec_secret', app.services.env.secretKey),
    },
  })
  const webhook = await db.outboxItem.create({
    data: {
      accountId: account.id,
      kind: 'WEBHOOK',
      lane: `WEBHOOK:${randomUUID()}`,
      receiverId: endpoint.id,
      event: 'chat_finished',
      payload: '{"secret":true}',
      state: 'FAILED',
    },
  })
  const offline = await db.offlineMessage.create({
    data: {
      accountId: account.id,
      channelId: channel.id,
      visitorId: chat.visitorId,
      text: 'a secret message',
    },
  })
  const mail = await db.mail.findFirstOrThrow({ where: { accountId: account.id } })
  const cannedReply = await db.cannedReply.create({
    data: { accountId: account.id, title: 'A secret reply', shortcut: 'secret', text: 'a secret text' },
  })
  const tag = await db.tag.create({
    data: { accountId: account.id, name: 'A secret tag', key: 'a secret tag', color: 'RED' },
  })
  const savedView = await db.savedView.create({
    data: {
      accountId: account.id,
      userId: operator.user.id,
      name: 'A secret view',
      filter: {},
      order: 'OLDEST',
      sharing: 'ACCOUNT',
    },
  })
  const mention = await db.mention.create({
    data: { accountId: account.id, chatId: chat.id, messageId: message, userId: operator.user.id },
  })
  const hours = await db.businessHours.create({
    data: {
      accountId: account.id,
      holidays: [{ date: '2026-12-25', name: 'A secret holiday' }],
    },
  })
  const ids = {
    Account: globalId('Account', desk.account.id),
    ApiToken: token.apiToken.id,
    Bot: globalId('Bot', bot.id),
    BotEvent: globalId('BotEvent', botEvent.id),
    BotProvider: globalId('BotProvider', provider.id),
    BusinessHours: globalId('BusinessHours', hours.id),
    Call: globalId('Call', call.id),
    CallOrder: globalId('CallOrder', order.id),
    CannedReply: globalId('CannedReply', cannedReply.id),
    Channel: globalId('Channel', channel.id),
    Chat: chatId,
    ChatInvitation: globalId('ChatInvitation', invitation.id),
    Delivery: globalId('Delivery', delivery.id),
    Department: department.department.id,
    File: globalId('File', file.id),
    Mail: globalId('Mail', mail.id),
    Mention: globalId('Mention', mention.id),
    Message: globalId('Message', message),
    OfflineMessage: globalId('OfflineMessage', offline.id),
    Operator: globalId('Operator', operator.user.id),
    SavedView: globalId('SavedView', savedView.id),
    Session: globalId('Session', operator.viewer.sessionId ?? ''),
    OperatorInvitation: invited.operatorInvitation.id,
    Tag: globalId('Tag', tag.id),
    Visitor: globalId('Visitor', chat.visitorId),
    WebhookDelivery: globalId('WebhookDelivery', webhook.id),
    WebhookEndpoint: globalId('WebhookEndpoint', endpoint.id),
  }
  return { desk, ids }
}

/** What each id that a mutation takes is the id of. A new mutation belongs in here. */
const TYPES: Record<string, string> = {
  'acceptChat.chatId': 'Chat',
  'acceptChatInvitation.id': 'ChatInvitation',
  'acknowledgeLeftChats.chatIds': 'Chat',
  'answerOfflineMessage.id': 'OfflineMessage',
  'assignChat.chatId': 'Chat',
  'assignChat.endpointId': 'WebhookEndpoint',
  'createWebhookEndpoint.channelIds': 'Channel',
  'deleteWebhookEndpoint.id': 'WebhookEndpoint',
  'endOldWebhookSecret.id': 'WebhookEndpoint',
  'resendFailedWebhooks.endpointId': 'WebhookEndpoint',
  'resendWebhook.id': 'WebhookDelivery',
  'rotateWebhookSecret.id': 'WebhookEndpoint',
  'sendTestWebhook.endpointId': 'WebhookEndpoint',
  'setOperatorAway.id': 'Operator',
  'updateWebhookEndpoint.channelIds': 'Channel',
  'updateWebhookEndpoint.id': 'WebhookEndpoint',
  'blacklistVisitor.id': 'Visitor',
  'closeChat.chatId': 'Chat',
  'connectBot.channelIds': 'Channel',
  'connectBot.providerId': 'BotProvider',
  'createChannel.operatorIds': 'Operator',
  'createDepartment.memberIds': 'Operator',
  'deactivateOperator.id': 'Operator',
  'declineChatInvitation.id': 'ChatInvitation',
  'deleteBotProvider.id': 'BotProvider',
  'deleteBusinessHours.id': 'BusinessHours',
  'deleteChannel.id': 'Channel',
  'deleteDepartment.id': 'Department',
  'disconnectBot.id': 'Bot',
  'endCall.id': 'Call',
  'endSession.id': 'Session',
  'eraseVisitor.id': 'Visitor',
  'failCall.id': 'Call',
  'handBackToBot.chatId': 'Chat',
  'inviteOperator.channelIds': 'Channel',
  'inviteOperator.departmentIds': 'Department',
  'inviteToChat.chatId': 'Chat',
  'inviteToChat.operatorId': 'Operator',
  'inviteVisitor.departmentId': 'Department',
  'inviteVisitor.visitorId': 'Visitor',
  'joinChat.chatId': 'Chat',
  'joinChatSilently.chatId': 'Chat',
  'leaveChat.chatId': 'Chat',
  'leaveChatSilently.chatId': 'Chat',
  'markCallConnected.id': 'Call',
  'markChatRead.chatId': 'Chat',
  'markChatUnread.chatId': 'Chat',
  'markChatsUnread.chatIds': 'Chat',
  'mergeVisitors.mergedId': 'Visitor',
  'mergeVisitors.survivorId': 'Visitor',
  'pauseChannel.id': 'Channel',
  'reactivateOperator.id': 'Operator',
  'resendMail.id': 'Mail',
  'resumeChannel.id': 'Channel',
  'retryDelivery.id': 'Delivery',
  'revokeApiToken.id': 'ApiToken',
  'revokeOperatorInvitation.id': 'OperatorInvitation',
  'rotateChannelPublicId.id': 'Channel',
  'rotateChannelSecret.id': 'Channel',
  'saveDraft.chatId': 'Chat',
  'sendChatLog.chatId': 'Chat',
  'sendMessage.chatId': 'Chat',
  'sendMessage.fileId': 'File',
  'sendMessage.quotedMessageId': 'Message',
  'setTyping.chatId': 'Chat',
  'setWidgetLogo.fileId': 'File',
  'setWidgetLogo.id': 'Channel',
  'startCall.visitorId': 'Visitor',
  'startChat.continuedChatId': 'Chat',
  'startChat.fileId': 'File',
  'startChat.visitorId': 'Visitor',
  'takeCall.id': 'Call',
  'testBot.id': 'Bot',
  'takeOverChat.chatId': 'Chat',
  'takeOverChat.operatorIds': 'Operator',
  'trustMediaHosts.id': 'Channel',
  'transferChat.chatId': 'Chat',
  'transferChat.departmentId': 'Department',
  'transferChat.operatorId': 'Operator',
  'unblacklistVisitor.id': 'Visitor',
  'updateBot.channelIds': 'Channel',
  'updateBot.id': 'Bot',
  'updateBotProvider.id': 'BotProvider',
  'updateCallSettings.channelIds': 'Channel',
  'updateChannel.id': 'Channel',
  'updateChannel.operatorIds': 'Operator',
  'updateDepartment.id': 'Department',
  'updateDepartment.memberIds': 'Operator',
  'updateOperator.id': 'Operator',
  'updateProfile.photoFileId': 'File',
  'updateVisitor.id': 'Visitor',
  'createCannedReply.channelIds': 'Channel',
  'createCannedReply.departmentIds': 'Department',
  'createCannedReply.fileIds': 'File',
  'createSavedView.departmentId': 'Department',
  'createTag.channelIds': 'Channel',
  'deleteCannedReply.id': 'CannedReply',
  'deleteMessage.id': 'Message',
  'deleteSavedView.id': 'SavedView',
  'deleteTag.id': 'Tag',
  'editMessage.id': 'Message',
  'editMessage.mentionedIds': 'Operator',
  'markMentionsSeen.chatId': 'Chat',
  'pinSavedView.id': 'SavedView',
  'setChatPriority.chatId': 'Chat',
  'snoozeChat.chatId': 'Chat',
  'tagChats.addTagIds': 'Tag',
  'tagChats.chatIds': 'Chat',
  'tagChats.removeTagIds': 'Tag',
  'transferChats.chatIds': 'Chat',
  'transferChats.departmentId': 'Department',
  'transferChats.operatorId': 'Operator',
  'tryRouting.channelId': 'Channel',
  'tryRouting.lastOperatorId': 'Operator',
  'tryRouting.tagIds': 'Tag',
  'unsnoozeChat.chatId': 'Chat',
  'updateBusinessHours.channelId': 'Channel',
  'updateBusinessHours.departmentId': 'Department',
  'updateCannedReply.channelIds': 'Channel',
  'updateCannedReply.departmentIds': 'Department',
  'updateCannedReply.fileIds': 'File',
  'updateCannedReply.id': 'CannedReply',
  'updateNotificationSettings.channelIds': 'Channel',
  'updateSavedView.departmentId': 'Department',
  'updateSavedView.id': 'SavedView',
  'updateTag.channelIds': 'Channel',
  'updateTag.id': 'Tag',
  'useCannedReply.id': 'CannedReply',
  'writeNote.chatId': 'Chat',
  'writeNote.mentionedIds': 'Operator',
  'writeNote.quotedMessageId': 'Message',
}

const ADMIN_ONLY = [
  'eraseVisitor',
  'createWebhookEndpoint',
  'deleteWebhookEndpoint',
  'endOldWebhookSecret',
  'resendFailedWebhooks',
  'resendWebhook',
  'rotateWebhookSecret',
  'sendTestWebhook',
  'updateWebhookEndpoint',

  'connectBot',
  'createBotProvider',
  'createChannel',
  'createDepartment',
  'deactivateOperator',
  'deleteBotProvider',
  'deleteBusinessHours',
  'deleteChannel',
  'deleteDepartment',
  'disconnectBot',
  'inviteOperator',
  'pauseChannel',
  'reactivateOperator',
  'resumeChannel',
  'revokeOperatorInvitation',
  'rotateCallSecret',
  'rotateCallToken',
  'rotateChannelPublicId',
  'rotateChannelSecret',
  'setWidgetLogo',
  'testBot',
  'trustMediaHosts',
  'updateBot',
  'updateBotProvider',
  'updateBusinessHours',
  'updateCallSettings',
  'updateChannel',
  'updateDepartment',
  'updateOperator',
  'resendMail',
  'updateChatLogSettings',
  'deleteTag',
  'updateTag',
  'tryRouting',
  'checkInstallation',
]
/** What supervisors may do, too. */
const FOR_SUPERVISORS = ['joinChatSilently', 'setOperatorAway']
/** What only admins may say in a mutation that is for everybody. */
const OF_ADMINS = ['createTag.channelIds']
/** What is done with several chats tells for each what became of it. */
const TOLD_FOR_EACH = [
  'tagChats.chatIds',
  'markChatsUnread.chatIds',
  'transferChats.chatIds',
  'transferChats.departmentId',
  'transferChats.operatorId',
]
const WITHOUT_SIGN_IN = [
  'acceptOperatorInvitation',
  'requestPasswordReset',
  'resetPassword',
  'signIn',
  'signOut',
  'startVisit',
]

/** Calls `mutation.field` with one foreign id; every other id is the caller's own. */
async function callWith(execute: Execute, place: string, foreign: string, own: NodeIds): Promise<Data> {
  const [mutation = '', field = ''] = place.split('.')
  const ownId = (name: string) => own[TYPES[`${mutation}.${name}`] ?? ''] ?? ''
  const value = field.endsWith('Ids') ? [foreign] : foreign
  // A transfer needs somebody to go to.
  const target = place === 'transferChat.chatId' ? { operatorId: own.Operator } : {}
  const input = { ...sampleInput(mutation, ownId), ...target, [field]: value }
  if (!TOLD_FOR_EACH.includes(place)) return mutate(execute, mutation, input)
  const { results } = await mutate(execute, mutation, input, 'results { userErrors { code field } }')
  return results[0]
}

/** Every row of every table, but for when a session was last used, which a request writes after a minute. */
async function everything(): Promise<Record<string, string>> {
  const { db } = app.services
  await app.services.announcer.flush()
  const tables = await db.$queryRaw<{ name: string }[]>`
    SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' ORDER BY tablename`
  const rows: Record<string, string> = {}
  for (const { name } of tables) {
    const found = await db.$queryRawUnsafe<{ all: string }[]>(
      `SELECT coalesce(string_agg(row, E'\\n' ORDER BY row), '') AS all
       FROM (SELECT (to_jsonb(t) - $1::text[])::text AS row FROM "${name}" t) rows`,
      name === 'Session' ? ['lastSeenAt', 'expiresAt'] : [],
    )
    rows[name] = found[0]?.all ?? ''
  }
  return rows
}

test('every id that a mutation takes is in this test', () => {
  expect(Object.keys(TYPES).sort()).toEqual(idFields().sort())
})

test('no mutation takes an id of another account, and none changes anything with it', async () => {
  const { admin, operators } = attacker.desk
  const before = await everything()
  for (const { execute } of [admin, operators[0]]) {
    for (const [place, type] of Object.entries(TYPES)) {
      const [mutation = '', field = ''] = place.split('.')
      const { userErrors } = await callWith(execute, place, victim.ids[type] ?? '', attacker.ids)
      const isAbove = [...ADMIN_ONLY, ...FOR_SUPERVISORS].includes(mutation) || OF_ADMINS.includes(place)
      if (execute !== admin.execute && isAbove) {
        expect(userErrors[0]?.code, place).toBe('FORBIDDEN')
      } else {
        const path = field.endsWith('Ids') ? ['input', field, '0'] : ['input', field]
        // Everything that is wrong is named at once.
        expect(userErrors, place).toContainEqual(expect.objectContaining({ code: 'NOT_FOUND', field: path }))
      }
    }
  }
  expect(await everything()).toEqual(before)
})

test('no query shows anything of another account', async () => {
  const nodeTypes = schema.getPossibleTypes(schema.getType('Node') as never).map(({ name }) => name)
  expect(Object.keys(victim.ids).sort()).toEqual(nodeTypes.sort())
  const { admin, operators } = attacker.desk
  for (const { execute } of [admin, operators[0]]) {
    for (const [type, id] of Object.entries(victim.ids)) {
      const { data } = await execute('query ($id: ID!) { node(id: $id) { id } }', { id })
      expect(data?.node ?? null, type).toBeNull()
    }
    const { Chat, Channel } = victim.ids
    const { data } = await execute(
      'query ($chat: ID!, $channel: ID!) { chat(by: { id: $chat }) { id } channel(id: $channel) { id } }',
      { chat: Chat, channel: Channel },
    )
    expect(data).toEqual({ chat: null, channel: null })
  }
  const answers = await Promise.all([
    admin.execute(EVERYTHING),
    admin.execute(`{ bots { edges { node { id name provider { id } events { edges { node { id body } } } } } }
      botProviders { edges { node { id name publicId } } } }`),
    admin.execute('{ mails { edges { node { id recipient subject text html } } } }'),
    admin.execute('{ callSettings { orders { edges { node { id body call { id } } } } } }'),
    admin.execute('{ operatorInvitations { edges { node { id email } } } }'),
    admin.execute('{ chats(view: ALL, search: "secret") { edges { node { id } } } }'),
  ])
  const seen = JSON.stringify(answers)
  expect(answers.flatMap(({ errors }) => errors ?? [])).toEqual([])
  expect(seen).toContain(attacker.ids.Chat)
  const { account, admin: foreign, operators: others, channel } = victim.desk
  const secrets = [account, foreign.user, ...others.map(({ user }) => user), channel].map(({ name }) => name)
  for (const secret of [...Object.values(victim.ids), ...secrets]) expect(seen).not.toContain(secret)
})

/** How each query that takes an id asks for one, and what it is the id of; `node` and `nodes` take those of any type. */
const ASKED: Record<string, [query: string, type: string]> = {
  'bot.id': ['bot(id: $id) { id }', 'Bot'],
  'botProvider.id': ['botProvider(id: $id) { id }', 'BotProvider'],
  'call.id': ['call(id: $id) { id }', 'Call'],
  'callbackAvailability.visitorId': ['callbackAvailability(visitorId: $id) { __typename }', 'Visitor'],
  'channel.id': ['channel(id: $id) { id }', 'Channel'],
  'chats.savedViewId': ['chats(savedViewId: $id) { edges { cursor } }', 'SavedView'],
  'offlineMessage.id': ['offlineMessage(id: $id) { id }', 'OfflineMessage'],
  'openChatCount.of': ['openChatCount(of: $id)', 'Channel'],
  'presenceTimes.ids': [
    'presenceTimes(ids: [$id], from: "2026-03-01", to: "2026-03-02") { date }',
    'Operator',
  ],
  'webhookEndpoint.id': ['webhookEndpoint(id: $id) { id }', 'WebhookEndpoint'],
}

test('every query answers an id of another account as one that does not exist', async () => {
  const taken = Object.values(schema.getQueryType()?.getFields() ?? {}).flatMap(({ name, args }) =>
    args.filter(({ type }) => getNamedType(type).name === 'ID').map((arg) => `${name}.${arg.name}`),
  )
  expect(Object.keys(ASKED).sort()).toEqual(taken.filter((place) => !/^nodes?\./.test(place)).sort())
  const { execute } = attacker.desk.admin
  for (const [place, [query, type]] of Object.entries(ASKED)) {
    const ask = async (id = '') => JSON.stringify(await execute(`query ($id: ID!) { ${query} }`, { id }))
    const unknown = await ask(globalId(type, randomUUID()))
    expect([place, await ask(victim.ids[type])]).toEqual([place, unknown])
    // Nobody has been present on these days.
    if (place !== 'presenceTimes.ids')
      expect([place, await ask(attacker.ids[type])]).not.toEqual([place, unknown])
  }
})

const EVERYTHING = `{
  viewer { email eventCursor operator { id } account { id name } sessions { id } apiTokens { id name }
    pendingChatInvitations { id } }
  operators(includeDeactivated: true) { edges { node { id name email departments { id } } } }
  departments { edges { node { id members { id } } } }
  channels { edges { node { id name settings { ... on ChatApiSettings { address } } operators { id } deliveries { edges { node { id } } } } } }
  chats(view: ALL) { edges { node { id visitor { id } operators { id } messages { edges { node { id text } } } } } }
  closed: chats(view: CLOSED) { edges { node { id } } }
}`

const BELOW_ADMINS = ['OPERATOR', 'SUPERVISOR'] as const

test.each(BELOW_ADMINS)('an %s reaches nothing of a channel that is not given to them', async (role) => {
  const { account } = victim.desk
  const outsider = await makeUser(app.services, { accountId: account.id, role })
  await makeChannel(app.services, { accountId: account.id, operatorIds: [outsider.id] })
  const { cookie } = await signedIn(app.services, outsider.id)
  const execute = graphqlAs(app.url, { cookie })
  const hidden = ['Channel', 'Chat', 'ChatInvitation', 'Delivery', 'Message', 'Visitor']
  for (const type of hidden) {
    const { data } = await execute('query ($id: ID!) { node(id: $id) { id } }', { id: victim.ids[type] })
    expect(data?.node ?? null, type).toBeNull()
  }
  const seen = JSON.stringify((await execute(EVERYTHING)).data)
  for (const type of hidden) expect(seen, type).not.toContain(victim.ids[type])
  const before = await everything()
  for (const [place, type] of Object.entries(TYPES)) {
    if (!hidden.includes(type)) continue
    const { userErrors } = await callWith(execute, place, victim.ids[type] ?? '', victim.ids)
    // Other values of the sample may be refused as well.
    const codes = userErrors.map(({ code }: { code: string }) => code)
    expect(codes.includes('NOT_FOUND') || codes.includes('FORBIDDEN'), place).toBe(true)
  }
  expect(await everything()).toEqual(before)
})

test.each(BELOW_ADMINS)('an %s may not call what is for admins', async (role) => {
  const { account, operators, channel } = attacker.desk
  const user = await makeUser(app.services, { accountId: account.id, role })
  await app.services.db.channelOperator.create({ data: { channelId: channel.id, userId: user.id } })
  const { cookie } = await signedIn(app.services, user.id)
  const operator = role === 'OPERATOR' ? operators[0] : { execute: graphqlAs(app.url, { cookie }) }
  const before = await everything()
  for (const mutation of role === 'OPERATOR' ? [...ADMIN_ONLY, ...FOR_SUPERVISORS] : ADMIN_ONLY) {
    const ownId = (field: string) => attacker.ids[TYPES[`${mutation}.${field}`] ?? ''] ?? ''
    const { userErrors } = await mutate(operator.execute, mutation, sampleInput(mutation, ownId))
    expect(userErrors[0]?.code, mutation).toBe('FORBIDDEN')
  }
  const { errors } = await operator.execute('{ operatorInvitations { edges { node { id } } } }')
  expect(errors?.[0]?.extensions?.code).toBe('FORBIDDEN')
  const { data } = await operator.execute('query ($id: ID!) { node(id: $id) { id } }', {
    id: attacker.ids.OperatorInvitation,
  })
  expect(data?.node ?? null).toBeNull()
  expect(await everything()).toEqual(before)
})

test('nobody who is not signed in gets further than the door', async () => {
  const stranger = graphqlAs(app.url)
  const before = await everything()
  for (const mutation of mutationNames().filter((name) => !WITHOUT_SIGN_IN.includes(name))) {
    const anyId = (field: string) => victim.ids[TYPES[`${mutation}.${field}`] ?? ''] ?? ''
    const call = mutate(stranger, mutation, sampleInput(mutation, anyId))
    await expect(call, mutation).rejects.toThrow('UNAUTHENTICATED')
  }
  const queries = ['operators', 'departments', 'channels', 'operatorInvitations', 'chats(view: ALL)'].map(
    (list) => `{ ${list} { edges { node { id } } } }`,
  )
  const { Chat, Channel } = victim.ids
  const single = [
    '{ chatCounts { all } }',
    `{ chat(by: { id: "${Chat}" }) { id } }`,
    `{ channel(id: "${Channel}") { id } }`,
  ]
  for (const query of [...queries, ...single]) {
    expect((await stranger(query)).errors?.[0]?.extensions?.code, query).toBe('UNAUTHENTICATED')
  }
  for (const id of Object.values(victim.ids)) {
    const { data } = await stranger('query ($id: ID!) { node(id: $id) { id } }', { id })
    expect(data?.node ?? null).toBeNull()
  }
  expect(await everything()).toEqual(before)
})

test('what is no id of ours is refused as such', async () => {
  const { execute } = attacker.desk.admin
  for (const id of ['', 'x', globalId('Channel', '1; DROP TABLE'), victim.ids.Department]) {
    const { errors, data } = await execute('query ($id: ID!) { channel(id: $id) { id } }', { id })
    expect(data?.channel ?? null).toBeNull()
    expect(errors?.[0]?.message, String(id)).not.toMatch(/unexpected/i)
  }
})

test('NUL in any text that a mutation takes is an error of that field, and changes nothing', async () => {
  const before = await everything()
  const forVisitors = visitorMutationNames()
  for (const place of textFields()) {
    const [mutation = '', field = ''] = place.split('.')
    // Widgets may send what pages give them: it is left out (test/widget).
    if (forVisitors.includes(mutation)) continue
    const ownId = (name: string) => attacker.ids[TYPES[`${mutation}.${name}`] ?? ''] ?? ''
    const input = { ...sampleInput(mutation, ownId), [field]: 'a\u0000b' }
    const { userErrors } = await mutate(attacker.desk.admin.execute, mutation, input)
    // Other errors of the input may follow. A list has the text as its only entry.
    expect(userErrors[0], place).toMatchObject({ code: 'INVALID' })
    expect(userErrors[0].field.slice(0, 2), place).toEqual(['input', field])
  }
  expect(await everything()).toEqual(before)
})
