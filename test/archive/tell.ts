import { expect } from 'vitest'
import { type Desk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

interface Told {
  visitor: string
  texts?: string[]
  name?: string
  email?: string
  phone?: string
  /** What an operator answers. */
  answer?: string
}

/** A whole chat, closed at the end. Its id. */
export async function tell(
  desk: Desk,
  { visitor, texts = ['Hello'], answer, ...known }: Told,
): Promise<string> {
  for (const text of texts) {
    const response = await desk.post({ sender: { id: visitor, ...known }, message: { type: 'text', text } })
    expect(response.status).toBe(200)
  }
  const { id } = await desk.chatOf(visitor)
  if (answer) await reply(desk.operators[0], id, answer)
  const { userErrors } = await mutate(desk.admin.execute, 'closeChat', { chatId: globalId('Chat', id) })
  expect(userErrors).toEqual([])
  return id
}
