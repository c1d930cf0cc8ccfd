import type { Desk, Person } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'

/** Creates a tag as this person. Its global id. */
export async function makeTag({ execute }: Person, name: string, input: object = {}): Promise<string> {
  const { tag, userErrors } = await mutate(execute, 'createTag', { name, ...input }, 'tag { id }')
  if (userErrors.length > 0) throw new Error(JSON.stringify(userErrors))
  return tag.id
}

/** Changes the tags of chats, by their global ids. What became of each. */
export async function tag(
  { execute }: Person,
  chatIds: readonly string[],
  { add = [], remove = [] }: { add?: readonly string[]; remove?: readonly string[] },
): Promise<Data> {
  const input = { chatIds, addTagIds: add, removeTagIds: remove }
  return mutate(execute, 'tagChats', input, RESULTS)
}

const RESULTS = 'results { chatId chat { tags { name } } userErrors { code message field } }'

/** The global id of the open chat of a visitor, who writes first. */
export async function chatWith(desk: Desk, visitor: string): Promise<string> {
  await desk.say(visitor, 'Hello')
  return globalId('Chat', (await desk.chatOf(visitor)).id)
}

/** The names of a chat's tags, as somebody sees them. */
export async function tagsOf({ execute }: Person, chatId: string): Promise<string[]> {
  const { data } = await execute('query ($id: ID!) { chat(by: { id: $id }) { tags { name } } }', {
    id: chatId,
  })
  return data.chat.tags.map(({ name }: Data) => name)
}
