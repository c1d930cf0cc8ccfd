import type { Tx } from '../../../database/client.ts'
import type { Tag } from '../../../generated/prisma/client.ts'
import { tagKey } from '../../tags/tag-fields.ts'
import type { DemoPeople } from './add-demo-people.ts'

/** What a shop is asked about. */
const TAGS = [
  { name: 'Order', color: 'BLUE', description: 'Where it is, or what is in it.' },
  { name: 'Return', color: 'ORANGE', description: 'Sending something back and getting a refund.' },
  { name: 'Complaint', color: 'RED', description: 'Somebody is not satisfied.' },
] as const

/** A visitor without a name leaves a gap in the last one, which has to be filled before it is sent. */
const REPLIES = [
  {
    title: 'Greeting',
    shortcut: 'hi',
    text: 'Hello {{visitor.name|there}}, this is {{operator.name}}. How can I help?',
  },
  {
    title: 'Ask for the order number',
    shortcut: 'order',
    text: 'Could you tell me the number of your order? It begins with # and is in the e-mail that we sent you.',
  },
  {
    title: 'Goodbye',
    shortcut: 'bye',
    text: 'You are welcome, {{visitor.name}}. Have a nice day!',
  },
]

/** Adds what operators work with: canned replies, a saved view and tags. Returns the tags. */
export async function addDemoTools(tx: Tx, { accountId, admin, operator }: DemoPeople): Promise<Tag[]> {
  await tx.cannedReply.createMany({ data: REPLIES.map((reply) => ({ ...reply, accountId })) })
  await tx.savedView.create({
    data: {
      accountId,
      userId: admin.id,
      name: 'Waiting for an answer',
      sharing: 'ACCOUNT',
      filter: { unansweredMinutes: 0 },
      order: 'LONGEST_WAIT',
      pins: { create: [{ userId: admin.id }, { userId: operator.id }] },
    },
  })
  return tx.tag.createManyAndReturn({
    data: TAGS.map((tag) => ({ ...tag, accountId, key: tagKey(tag.name) })),
  })
}
