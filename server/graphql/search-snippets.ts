import { type FoundMessage, selectFoundMessage } from '../domain/archive/find-snippet.ts'
import { highlightWords, type SnippetPart } from '../domain/archive/highlight-words.ts'
import { searchWords } from '../domain/archive/search-words.ts'
import { builder } from './kit/builder.ts'
import type { GraphQLContext } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { Message } from './messages.ts'

const SnippetPartType = builder.objectRef<SnippetPart>('SnippetPart').implement({
  description: 'A piece of the text of a snippet.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'Plain text.' }),
    isMatch: t.exposeBoolean('isMatch', { description: 'Whether it is a word that was searched for.' }),
  }),
})

interface SnippetShape {
  messageId: string
  parts: SnippetPart[]
}

export const Snippet = builder.objectRef<SnippetShape>('SearchSnippet').implement({
  description: 'The message of a chat that matched the search.',
  fields: (t) => ({
    message: t.field({
      type: Message,
      description: 'The whole message.',
      resolve: ({ messageId }, _args, { loaders }) => loadRow(loaders.message, messageId),
    }),
    parts: t.field({
      type: [SnippetPartType],
      description:
        'The text around the first match, at most 200 characters, as pieces to show one after the other.',
      resolve: ({ parts }) => parts,
    }),
  }),
})

/** A chat as a search found it. */
export interface FoundChatShape {
  chatId: string
  accountId: string
  search: string | null | undefined
}

/** The message of a found chat that matched; null when none did. */
export async function findSnippet(
  { loaders }: GraphQLContext,
  { chatId, accountId, search }: FoundChatShape,
): Promise<SnippetShape | null> {
  const words = searchWords(search ?? '')
  if (!words.tsquery) return null
  const [message] = (await loaders
    .perParent(selectFoundMessage(accountId, words))
    .load(chatId)) as FoundMessage[]
  return message ? { messageId: message.id, parts: highlightWords(message.words, words.words) } : null
}
