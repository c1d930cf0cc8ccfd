import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Conversation } from '../../server/domain/bots/outgoing/conversation.ts'
import { providerEvent } from '../../server/domain/bots/outgoing/provider-event.ts'
import { clientMessage } from '../../server/domain/deliveries/client-message.ts'
import { sessionOf } from '../../server/domain/webhooks/payloads/structures.ts'
import type { Prisma } from '../../server/generated/prisma/client.ts'
import { tell } from '../archive/tell.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

/** What is stored now, and what a process of the earlier version stores while an update rolls out. */
const file = { file: 'https://example.com/invoice.pdf' }
const media = {
  now: { ...file, fileName: 'invoice.pdf', fileSize: 7, width: 3 },
  earlier: { ...file, file_name: 'invoice.pdf', file_size: 7, width: 3 },
}
const rich = { now: { buttonId: 'yes' }, earlier: { button_id: 'yes' } }
const geo = {
  now: { country: 'Germany', countryCode: 'DE', regionCode: 'BE', city: 'Berlin' },
  earlier: { country: 'Germany', country_code: 'DE', region_code: 'BE', city: 'Berlin' },
}

const conversation: Omit<Conversation, 'rich'> = {
  ...{
    status: 'BOT',
    botId: 'b',
    accountId: 'a',
    accountNumber: 1,
    channelId: 'c',
    departmentId: null,
    chatNumber: 2,
  },
  ...{ agentUnavailableAt: null, operatorName: null, channelPublicId: 'p', channelKind: 'CHAT_API' },
  ...{ visitorNumber: 3, visitorName: null, visitorPhone: null, visitorEmail: null, pageUrl: null },
  ...{ isDeleted: false, messageType: 'TEXT', text: 'Yes', media: null, writtenAt: null },
}

describe.each(['now', 'earlier'] as const)('with the names that are stored %s', (names) => {
  test('a client, a bot and a webhook get the names of the contract', () => {
    const sent = clientMessage(app.services.env, {
      id: 'm',
      type: 'DOCUMENT',
      text: 'Here',
      media: media[names],
      senderName: 'Ann',
      senderPhotoKey: null,
      recipientId: 7,
      publicId: 'p',
      serverUrl: 'http://127.0.0.1/',
      chunked: false,
      acceptsAny2xx: false,
    })
    expect(sent).toBe(
      '{"sender":{"name":"Ann"},"recipient":{"id":7},"message":{"type":"document","id":"m",' +
        '"file":"https://example.com/invoice.pdf","width":3,"file_name":"invoice.pdf","file_size":7,"text":"Here"}}',
    )

    const event = providerEvent({
      event: { id: 'e', kind: 'CLIENT_MESSAGE' },
      profile: 'SEED',
      conversation: { ...conversation, rich: rich[names] },
      agentsOnline: false,
    })
    expect(event.message).toEqual({
      type: 'TEXT',
      text: 'Yes',
      button_id: 'yes',
      timestamp: expect.any(Number),
    })

    const session = sessionOf({ geo: geo[names], utm: null, address: null, userAgent: null })
    expect(JSON.stringify(session)).toBe(
      '{"geoip":{"city":"Berlin","country":"Germany","region_code":"BE","country_code":"DE"},"utm":"","ip_addr":"","user_agent":""}',
    )
  })

  test('operators see the file and the button, and find the closed chat by the file', async () => {
    const desk = await openDesk(app)
    await tell(desk, { visitor: randomUUID(), texts: ['Hello'] })
    const { id } = await app.services.db.message.findFirstOrThrow({
      where: { accountId: desk.account.id, author: 'VISITOR' },
    })
    const data: Prisma.MessageUpdateInput = {
      type: 'DOCUMENT',
      text: null,
      media: media[names],
      rich: rich[names],
    }
    const { chatId } = await app.services.db.message.update({ where: { id }, data })
    await app.services.db.$executeRaw`SELECT archive_chats(ARRAY[${chatId}::uuid], true)`
    const answer = await desk.admin.execute(`{
      archivedChats(search: "invoice") { nodes {
        chat { messages { nodes { uuid media { fileName fileSize } rich { pressedButtonId } } } }
        snippet { parts { text isMatch } }
      } }
    }`)
    expect(answer.errors).toBeUndefined()
    const [found] = answer.data.archivedChats.nodes
    const messages: { uuid: string }[] = found.chat.messages.nodes
    expect(messages.find(({ uuid }) => uuid === id)).toEqual({
      uuid: id,
      media: { fileName: 'invoice.pdf', fileSize: 7 },
      rich: { pressedButtonId: 'yes' },
    })
    expect(found.snippet.parts).toContainEqual({ text: 'invoice', isMatch: true })
  })
})
