import type { Tx } from '../../../database/client.ts'
import type { Channel } from '../../../generated/prisma/client.ts'
import type { createChannelSecret } from '../../channels/channel-address.ts'
import { createPublicId } from '../../channels/create-public-id.ts'
import type { DemoPeople } from './add-demo-people.ts'

/** Where the README's example client listens. */
const CLIENT_URL = 'http://127.0.0.1:4010/'

const NOBODY_FREE = {
  kind: 'NOBODY_FREE',
  enabled: true,
  delaySeconds: 120,
  texts: [
    { language: 'en', text: 'Everybody is helping somebody else at the moment. We will be with you soon.' },
    { language: 'de', text: 'Im Moment sind alle im Gespräch. Wir sind bald für Sie da.' },
  ],
} as const

const RATING_REQUEST = {
  kind: 'RATING_REQUEST',
  enabled: true,
  delaySeconds: 3,
  texts: [{ language: 'en', text: 'How was this conversation?' }],
} as const

/** Adds a widget for the page at /demo, and a chat channel, each with an automatic message. */
export async function addDemoChannels(
  tx: Tx,
  { accountId, admin, operator }: DemoPeople,
  secret: ReturnType<typeof createChannelSecret>,
): Promise<{ website: Channel; chatApi: Channel }> {
  const operators = { create: [{ userId: admin.id }, { userId: operator.id }] }
  const website = await tx.channel.create({
    data: {
      accountId,
      kind: 'WIDGET',
      name: 'Demo website',
      publicId: createPublicId(),
      widget: {
        create: {
          launcherLabel: 'Questions?',
          quickQuestions: [
            'What can I try here?',
            'How do I add the chat to my website?',
            'Can I speak with a person?',
          ],
        },
      },
      automaticMessages: { create: { ...NOBODY_FREE, texts: [...NOBODY_FREE.texts] } },
      operators,
    },
  })
  const chatApi = await tx.channel.create({
    data: {
      accountId,
      kind: 'CHAT_API',
      name: 'Demo channel',
      publicId: createPublicId(),
      chatApi: { create: { serverUrl: CLIENT_URL, ...secret } },
      automaticMessages: { create: { ...RATING_REQUEST, texts: [...RATING_REQUEST.texts] } },
      operators,
    },
  })
  return { website, chatApi }
}
