import { expect, test } from 'vitest'
import type { Core, VisitEvent, VisitMessage } from '../../../../widget/core.ts'
import { createListeners } from '../../../../widget/loader/listeners.ts'
import { Conversation } from '../../../../widget/window/model/conversation.ts'

const START = Date.UTC(2026, 2, 1)

const message = (seq: number, change: Partial<VisitMessage> = {}) =>
  ({
    id: `m${seq}`,
    chatId: 'chat',
    seq,
    text: `Message ${seq}`,
    createdAt: new Date(START + seq * 1_000).toISOString(),
    deletedAt: null,
    quote: null,
    ...change,
  }) as VisitMessage

const messages = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => message(from + index))

const created = (message: VisitMessage) => ({ __typename: 'VisitMessageCreated', message }) as VisitEvent
const changed = (message: VisitMessage) => ({ __typename: 'VisitMessageChanged', message }) as VisitEvent

/** A conversation whose history is answered by the test: each page when it is due. */
function open() {
  const asked: { before: string | null; answer(page: object): Promise<void> }[] = []
  const events = createListeners<[event: VisitEvent]>()
  const core = {
    onEvent: events.add,
    discarded: () => [],
    request: (_document: unknown, { before }: { before: string | null }) =>
      new Promise((resolve) =>
        asked.push({
          before,
          async answer(page) {
            resolve({ visit: { history: { earlier: null, clearedAt: null, ...page } } })
            await new Promise(setImmediate)
          },
        }),
      ),
  } as unknown as Core
  const conversation = new Conversation(core, () => {})
  events.add((event) => conversation.apply(event))
  const texts = () => conversation.messages.map(({ text, deletedAt }) => (deletedAt ? '–' : text))
  return { conversation, hear: events.call, asked, texts }
}

test('what is deleted or edited while the conversation is read is shown as it is now', async () => {
  const { conversation, hear, asked, texts } = open()
  void conversation.load()
  hear(changed(message(1, { deletedAt: '2026-03-01T12:00:00.000Z', text: null })))
  hear(changed(message(2, { text: 'Edited' })))
  await asked[0]?.answer({ messages: messages(1, 3) })
  expect(texts()).toEqual(['–', 'Edited', 'Message 3'])
})

test('what is changed further up while an earlier page is read is shown as it is now', async () => {
  const { conversation, hear, asked, texts } = open()
  void conversation.load()
  await asked[0]?.answer({ messages: messages(3, 4), earlier: '1.3' })
  void conversation.loadEarlier()
  hear(changed(message(2, { text: 'Edited' })))
  await asked[1]?.answer({ messages: messages(1, 2) })
  expect(texts()).toEqual(['Message 1', 'Edited', 'Message 3', 'Message 4'])
})

test('what is further up than the visitor has looked is not shown because it was changed', async () => {
  const { conversation, hear, asked, texts } = open()
  void conversation.load()
  hear(changed(message(1, { text: 'Edited' })))
  await asked[0]?.answer({ messages: messages(3, 4), earlier: '1.3' })
  hear(changed(message(2, { text: 'Edited' })))
  expect(texts()).toEqual(['Message 3', 'Message 4'])
})

test('a message that comes while a history without any is read stays', async () => {
  const { conversation, hear, asked, texts } = open()
  void conversation.load()
  await asked[0]?.answer({ messages: messages(1, 2) })
  // The history was cleared.
  hear({ __typename: 'VisitResyncRequired' } as VisitEvent)
  hear(created(message(3)))
  await asked[1]?.answer({ messages: [] })
  expect(texts()).toEqual(['Message 3'])
})

test('whoever goes up while the conversation is read again misses nothing in between', async () => {
  const { conversation, asked, texts } = open()
  void conversation.load()
  await asked[0]?.answer({ messages: messages(5, 6), earlier: '1.5' })
  void conversation.loadEarlier()
  await asked[1]?.answer({ messages: messages(3, 4), earlier: '1.3' })
  void conversation.load()
  void conversation.loadEarlier()
  await asked[2]?.answer({ messages: messages(5, 6), earlier: '1.5' })
  await asked[3]?.answer({ messages: messages(1, 2) })
  while (conversation.hasEarlier) {
    void conversation.loadEarlier()
    const { before, answer } = asked.at(-1) as (typeof asked)[number]
    await answer(
      before === '1.5' ? { messages: messages(3, 4), earlier: '1.3' } : { messages: messages(1, 2) },
    )
  }
  expect(texts()).toEqual(messages(1, 6).map(({ text }) => text))
})

test('an operator who has another name by now has it at earlier messages, too', async () => {
  const { conversation, hear, asked } = open()
  const by = (id: string, name: string) => ({ operator: { id, name, photoUrl: null } })
  const names = () => conversation.messages.map(({ operator }) => operator?.name)
  void conversation.load()
  const history = [message(1, by('ann', 'Ann')), message(2, by('bob', 'Bob')), message(3, { operator: null })]
  await asked[0]?.answer({ messages: history })
  const chat = { operators: [by('ann', 'Ann Lee').operator] }
  hear({ __typename: 'VisitChatChanged', chat } as VisitEvent)
  expect(names()).toEqual(['Ann Lee', 'Bob', undefined])
  hear(created(message(4, by('bob', 'Robert'))))
  expect(names()).toEqual(['Ann Lee', 'Robert', undefined, 'Robert'])
})
