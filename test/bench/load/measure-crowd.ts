import { randomUUID } from 'node:crypto'
import { toldOf, writeAsVisitor } from './measure-widgets.ts'
import { openScreen, type ScreenOptions } from './screen.ts'

/**
 * Visitors whose widgets are open write one after the other, until an operator's screen on another process has it; the operator
 * replies, until the widget has that.
 */
export interface MeasureCrowd {
  kind: 'measure-crowd'
  /** Of the visitors. */
  origin: string
  tokens: string[]
  screen: ScreenOptions & { subscription: NonNullable<ScreenOptions['subscription']> }
}

/** Milliseconds of each. */
export interface CrowdTrips {
  toOperator: number[]
  toVisitor: number[]
}

const REPLY = `mutation ($input: SendMessageInput!) { sendMessage(input: $input) { message { id } userErrors { message } } }`

interface Shown {
  payload?: { data?: { events?: { activity?: { chat: { id: string } } } } }
}

export async function measureCrowd({ origin, tokens, screen }: MeasureCrowd): Promise<CrowdTrips> {
  const expected = new Map<string, (chatId: string) => void>()
  const socket = await openScreen(screen, (data) => {
    for (const [id, show] of expected) {
      if (!data.includes(id)) continue
      const chatId = (JSON.parse(String(data)) as Shown).payload?.data?.events?.activity?.chat.id
      if (chatId) show(chatId)
    }
  })
  const shownOf = (id: string) =>
    new Promise<string>((resolve) => {
      expected.set(id, (chatId) => {
        expected.delete(id)
        resolve(chatId)
      })
    })
  const trips: CrowdTrips = { toOperator: [], toVisitor: [] }
  for (const token of tokens) {
    const id = randomUUID()
    const shown = shownOf(id)
    const startedAt = performance.now()
    await writeAsVisitor(origin, token, id)
    const chatId = await shown
    trips.toOperator.push(performance.now() - startedAt)
    trips.toVisitor.push(await reply(screen, chatId))
  }
  socket.terminate()
  return trips
}

async function reply({ url, subscription }: MeasureCrowd['screen'], chatId: string): Promise<number> {
  const id = randomUUID()
  const told = toldOf(id)
  const startedAt = performance.now()
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      cookie: subscription.cookie,
      'content-type': 'application/json',
      'x-graphql-yoga-csrf': '1',
    },
    body: JSON.stringify({
      query: REPLY,
      variables: { input: { idempotencyKey: id, chatId, text: `Good morning ${id}` } },
    }),
  })
  const answer = await response.text()
  if (!answer.includes('"userErrors":[]')) throw new Error(`The server answers ${answer}`)
  await told
  return performance.now() - startedAt
}
