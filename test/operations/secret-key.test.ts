import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { acceptSecretKey } from '../../server/domain/installation/accept-secret-key.ts'
import { checkSecretKey } from '../../server/domain/installation/check-secret-key.ts'
import { describeRemedies, describeUnreadable } from '../../server/domain/installation/describe-unreadable.ts'
import { encryptedKinds } from '../../server/domain/installation/encrypted-kinds.ts'
import { readVapidKeys } from '../../server/domain/notifications/push/vapid-keys.ts'
import { encryptSecret } from '../../server/secrets.ts'
import { castBot, eventsOf, readChat, write } from '../bots/support.ts'
import { openCallDesk } from '../calls/support.ts'
import { waitBetweenAttempts as hurryMail, queue, standing } from '../mail/support.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { type Execute, globalId, mutate } from '../support/graphql-client.ts'
import { IDENTITY_SECRET, signIdentity } from '../support/identity.ts'
import { type MailServer, startMailServer } from '../support/mail-server.ts'
import { type Receiver, startReceiver } from '../support/receiver.ts'
import { startSwitchboard } from '../support/switchboard.ts'
import { until } from '../support/until.ts'
import { makeWidget, openBrowser } from '../support/widget.ts'
import { acceptedChat, openCrm } from '../webhooks/support.ts'
import { webhooksWaiting } from '../webhooks/webhooks-waiting.ts'

const otherKey = randomBytes(32)
const LINK = 'https://chat.example/reset/abc'

let app: TestApp
let mails: MailServer
let receiver: Receiver
beforeAll(async () => {
  mails = await startMailServer()
  receiver = await startReceiver()
  app = await startSwitchboard(
    { variables: { SMTP_URL: mails.url, MAIL_FROM: 'support@example.com' } },
    webhooksWaiting(() => 100),
  )
})
afterAll(async () => {
  await app.close()
  await mails.stop()
  await receiver.stop()
})

/** Everything that an account can have encrypted, on an installation without a worker. */
async function encryptEverything(own: TestApp): Promise<void> {
  const { db, env } = own.services
  const desk = await openCallDesk(own, { settings: { gatewayUrl: receiver.url } })
  await openCrm(own, { desk })
  await mutate(desk.admin.execute, 'updateDeveloperSettings', { identitySecret: IDENTITY_SECRET })
  const secret = encryptSecret('token', env.secretKey)
  const authorization = { tokenUrl: receiver.url, clientId: 'client', clientSecretEncrypted: secret }
  const cast = await castBot({ ...own, client: receiver, bot: receiver }, { provider: authorization })
  const later = new Date(Date.now() + 3_600_000)
  await db.botAccessToken.create({
    data: { providerId: cast.provider.id, tokenEncrypted: secret, renewAt: later, expiresAt: later },
  })
  await queue(own.services, { accountId: desk.account.id, to: 'a@example.org', link: LINK })
  await readVapidKeys(own.services)
  const { sessionId } = desk.admin.viewer
  await db.pushSubscription.create({
    data: { sessionId: sessionId ?? '', endpoint: receiver.url, p256dh: 'key', authEncrypted: secret },
  })
}

/** As after a start with another key: of what is encrypted in this table, nothing can be read. */
async function loseKey(table: string, id: string): Promise<void> {
  const kinds = encryptedKinds.filter((kind) => kind.table === table)
  for (const { key, columns } of kinds) {
    for (const column of columns) {
      await app.services.db.$executeRawUnsafe(
        `UPDATE "${table}" SET "${column}" = $1 WHERE "${key}" = $2::uuid AND "${column}" IS NOT NULL`,
        encryptSecret('secret', otherKey),
        id,
      )
    }
  }
}

test('of processes that start at once on an empty database, each with the same key, none is refused', async () => {
  const own = await startTestApp()
  const { db } = own.services
  const key = randomBytes(32)
  for (let round = 0; round < 10; round += 1) {
    await db.secretKeyFingerprint.deleteMany()
    const answers = await Promise.all(Array.from({ length: 8 }, () => checkSecretKey(db, key)))
    expect(answers).toEqual(Array(8).fill([]))
  }
  await own.close()
})

test('every column that is encrypted is checked against the key', async () => {
  const columns = await app.services.db.$queryRaw<{ name: string }[]>`
    SELECT table_name || '.' || column_name AS name FROM information_schema.columns
    WHERE table_schema = current_schema() AND column_name LIKE '%Encrypted' ORDER BY 1`
  const checked = encryptedKinds.flatMap(({ table, columns }) => columns.map((each) => `${table}.${each}`))
  expect(checked.toSorted()).toEqual(columns.map(({ name }) => name).toSorted())
})

test('another key is refused with what it cannot read, of every kind, and the old one is taken back', async () => {
  const own = await startTestApp()
  const { db, env } = own.services
  await encryptEverything(own)
  expect(await checkSecretKey(db, env.secretKey)).toEqual([])
  const unreadable = await checkSecretKey(db, otherKey)
  // The desk has a channel, and so has the bot.
  expect(describeUnreadable(unreadable)).toBe(
    '2 chat channels, 1 bot, 1 client secret of a bot provider, 1 access token of a bot provider, ' +
      '1 webhook endpoint, 1 secret for call orders, 1 identity secret, 1 unsent e-mail with a link, ' +
      '1 key for push notifications, and 1 browser with push notifications',
  )
  expect(describeRemedies(unreadable).split('\n')).toHaveLength(10)
  await acceptSecretKey(db, otherKey)
  expect(await checkSecretKey(db, otherKey)).toEqual([])
  // Nothing was encrypted with the other key in the meantime.
  expect(await checkSecretKey(db, env.secretKey)).toEqual([])
  await own.close()
})

test.each([...encryptedKinds.map((kind) => [kind])])(
  'a key is refused when all that it cannot read is: $many',
  async (kind) => {
    const own = await startTestApp()
    const { db, env } = own.services
    await encryptEverything(own)
    await checkSecretKey(db, env.secretKey)
    await acceptSecretKey(db, otherKey)
    const [column = ''] = kind.columns
    await db.$executeRawUnsafe(
      `UPDATE "${kind.table}" SET "${column}" = $1 WHERE "${column}" IS NOT NULL`,
      encryptSecret('secret', otherKey),
    )
    expect((await checkSecretKey(db, env.secretKey)).map((each) => each.kind.many)).toEqual([kind.many])
    await own.close()
  },
)

describe('after the key was lost', () => {
  const endpointOf = async (execute: Execute, id: string) => {
    const { data, errors } = await execute(
      'query ($id: ID!) { webhookEndpoint(id: $id) { secrets deliveries { edges { node { state errorMessage } } } } }',
      { id },
    )
    expect(errors).toBeUndefined()
    return data.webhookEndpoint
  }

  test('an endpoint says that its secret cannot be read, and gets what waited once it is rotated', async () => {
    const crm = await openCrm(app, {}, [])
    const { execute } = crm.desk.admin
    const { id } = await app.services.db.webhookEndpoint.findFirstOrThrow({
      where: { accountId: crm.desk.account.id },
    })
    await loseKey('WebhookEndpoint', id)
    await acceptedChat(crm)
    const message = 'The secret of the endpoint cannot be read with this SECRET_KEY. Rotate it.'
    await until(async () =>
      expect(await crm.items()).toMatchObject([{ state: 'PENDING', errorMessage: message }]),
    )
    expect((await endpointOf(execute, crm.endpointId)).secrets).toEqual([])
    const tested = await mutate(
      execute,
      'sendTestWebhook',
      { endpointId: crm.endpointId, event: 'CHAT_ACCEPTED' },
      'test { verdict delivery { state errorMessage } }',
    )
    expect(tested.test.delivery).toEqual({ state: 'FAILED', errorMessage: message })
    expect(crm.receiver.requests).toEqual([])
    await mutate(execute, 'rotateWebhookSecret', { id: crm.endpointId })
    const [request] = await crm.waitFor('chat_accepted')
    const { secrets } = await endpointOf(execute, crm.endpointId)
    expect(secrets).toHaveLength(1)
    new Webhook(secrets[0]).verify(request?.text ?? '', request?.headers as Record<string, string>)
    expect(await app.services.db.webhookEndpoint.findUnique({ where: { id } })).toMatchObject({
      oldSecretEncrypted: null,
    })
    await crm.receiver.stop()
  })

  test('an earlier secret that cannot be read keeps no event from being signed with the newest', async () => {
    const crm = await openCrm(app, {}, [])
    await app.services.db.webhookEndpoint.updateMany({
      where: { accountId: crm.desk.account.id },
      data: { oldSecretEncrypted: encryptSecret('whsec_b2xk', otherKey) },
    })
    await acceptedChat(crm)
    const [request] = await crm.waitFor('chat_accepted')
    new Webhook(crm.secrets[0] ?? '').verify(request?.text ?? '', request?.headers as Record<string, string>)
    expect((await endpointOf(crm.desk.admin.execute, crm.endpointId)).secrets).toEqual(crm.secrets)
    await crm.receiver.stop()
  })

  test('a call through the telephone system fails with the reason at once, until there is a new secret', async () => {
    const gateway = await startReceiver()
    const desk = await openCallDesk(app, { settings: { gateway: 'HTTP', gatewayUrl: gateway.url } })
    const hasSecret = async () =>
      (await desk.admin.execute('{ callSettings { hasSecret } }')).data.callSettings.hasSecret
    const settings = () =>
      app.services.db.callSettings.findUniqueOrThrow({ where: { accountId: desk.account.id } })
    expect(await hasSecret()).toBe(true)
    await loseKey('CallSettings', desk.account.id)
    expect(await hasSecret()).toBe(false)
    const failed = await desk.call()
    await until(async () =>
      expect(await desk.find(failed.id)).toMatchObject({
        state: 'ERROR',
        reason: 'The secret that orders are signed with cannot be read with this SECRET_KEY. Rotate it.',
      }),
    )
    const { secret } = await mutate(desk.admin.execute, 'rotateCallSecret', undefined, 'secret')
    expect(await settings()).toMatchObject({ oldSecretEncrypted: null, oldSecretUntil: null })
    const call = await desk.call()
    await until(async () => expect((await desk.find(call.id)).orderedAt).not.toBeNull())
    const [request] = gateway.requests
    expect(gateway.requests).toHaveLength(1)
    new Webhook(secret).verify(request?.text ?? '', request?.headers as Record<string, string>)
    // One that was made anew by an earlier version, which kept the unreadable one beside it.
    await app.services.db.callSettings.update({
      where: { accountId: desk.account.id },
      data: {
        oldSecretEncrypted: encryptSecret('whsec_b2xk', otherKey),
        oldSecretUntil: new Date(Date.now() + 3_600_000),
      },
    })
    const next = await desk.call()
    await until(async () => expect((await desk.find(next.id)).orderedAt).not.toBeNull())
    await gateway.stop()
  })

  const tryBot = async (execute: Execute, id: string): Promise<string> => {
    const { event } = await mutate(
      execute,
      'testBot',
      { id: globalId('Bot', id) },
      'event { log { detail } }',
    )
    return event.log[0].detail
  }

  test('a bot whose token cannot be read leaves its chats to the operators, and gets them once it is entered', async () => {
    const bot = await startReceiver()
    const stage = { ...app, client: receiver, bot }
    const cast = await castBot(stage)
    await loseKey('Bot', cast.bot.id)
    await write(stage, cast, { visitor: 'first' })
    await until(async () => expect((await readChat(stage, cast)).status).toBe('QUEUED'))
    const where = { receiverId: cast.bot.id }
    expect(await app.services.db.outboxItem.findFirst({ where })).toMatchObject({
      state: 'FAILED',
      attempts: 1,
    })
    expect(await tryBot(cast.asAdmin, cast.bot.id)).toContain(
      "The bot's token cannot be read with this SECRET_KEY. Enter it again.",
    )
    const input = { id: globalId('Bot', cast.bot.id), token: cast.token }
    expect((await mutate(cast.asAdmin, 'updateBot', input)).userErrors).toEqual([])
    await write(stage, cast, { visitor: 'second' })
    await until(() => expect(eventsOf(stage, cast)).toHaveLength(1))
    await bot.stop()
  })

  test('a provider whose client secret cannot be read says so, and fetches a token once it is entered', async () => {
    const bot = await startReceiver({ body: { access_token: 'fresh', expires_in: 3600 } })
    const stage = { ...app, client: receiver, bot }
    const { db, env } = app.services
    const cast = await castBot(stage, {
      provider: {
        tokenUrl: `${bot.url}/token`,
        clientId: 'client',
        clientSecretEncrypted: encryptSecret('client secret', env.secretKey),
      },
    })
    const later = new Date(Date.now() + 3_600_000)
    const { id } = cast.provider
    await db.botAccessToken.create({
      data: {
        providerId: id,
        tokenEncrypted: encryptSecret('x', otherKey),
        renewAt: later,
        expiresAt: later,
      },
    })
    // The stored token cannot be read, and is fetched anew.
    expect(await tryBot(cast.asAdmin, cast.bot.id)).not.toContain('SECRET_KEY')
    await db.botAccessToken.deleteMany({ where: { providerId: id } })
    await loseKey('BotProvider', id)
    await mutate(cast.asAdmin, 'updateBotProvider', { id: globalId('BotProvider', id), name: 'Lost' })
    await until(async () =>
      expect(await tryBot(cast.asAdmin, cast.bot.id)).toBe(
        'No access token: the client secret cannot be read with this SECRET_KEY and must be entered again.',
      ),
    )
    const input = { id: globalId('BotProvider', id), clientSecret: 'client secret' }
    expect((await mutate(cast.asAdmin, 'updateBotProvider', input)).userErrors).toEqual([])
    await until(async () => expect(await tryBot(cast.asAdmin, cast.bot.id)).not.toContain('No access token'))
    await bot.stop()
  })

  test('a user token proves nothing until the identity secret is entered again', async () => {
    const desk = await openDesk(app)
    const enter = () =>
      mutate(desk.admin.execute, 'updateDeveloperSettings', { identitySecret: IDENTITY_SECRET })
    await enter()
    const widget = await makeWidget(app.services, { accountId: desk.account.id })
    const phone = await openBrowser(app.url, widget.publicId)
    const token = signIdentity({ id: 'customer-7' })
    const identify = async () =>
      (await mutate(phone.execute, 'identifyVisitor', { token }, 'visit { visitorNumber }')).userErrors
    const { accountId } = widget
    const known = () => app.services.db.visitor.count({ where: { accountId, identity: { not: null } } })
    await loseKey('Account', desk.account.id)
    expect(await identify()).toEqual([])
    expect(await known()).toBe(0)
    await enter()
    expect(await identify()).toEqual([])
    expect(await known()).toBe(1)
  })

  test('a mail whose link cannot be read has failed for good, with the reason, at its first attempt', async () => {
    const desk = await openDesk(app)
    await mails.stop()
    const to = `${desk.account.id}@example.org`
    const id = await queue(app.services, { accountId: desk.account.id, to, link: LINK })
    await standing(app.services, id, 'PENDING', 1)
    await loseKey('Mail', id)
    await mails.restart()
    await hurryMail(app.services, id)
    const failed = await standing(app.services, id, 'FAILED', 2)
    const reason = {
      errorCode: 'unreadable_secret',
      errorMessage: 'The link in the e-mail cannot be read with this SECRET_KEY. Ask for another one.',
    }
    expect(failed).toMatchObject(reason)
    const again = await mutate(desk.admin.execute, 'resendMail', { id: globalId('Mail', id) })
    expect(again.userErrors).toEqual([])
    expect(await standing(app.services, id, 'FAILED', 1)).toMatchObject(reason)
  })
})
