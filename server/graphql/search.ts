import { type FoundEverywhere, MOST_FOUND, searchEverywhere } from '../domain/search/search-everywhere.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { type FoundChatShape, findSnippet, Snippet } from './search-snippets.ts'
import { Visitor } from './visitors.ts'

const FoundChat = builder.objectRef<FoundChatShape>('FoundChat').implement({
  description: 'A chat, open or closed, and what in it matched the search.',
  fields: (t) => ({
    chat: t.field({
      type: Chat,
      description: 'The chat.',
      resolve: ({ chatId }, _args, { loaders }) => loadRow(loaders.chat, chatId),
    }),
    snippet: t.field({
      type: Snippet,
      nullable: true,
      description: 'The message that matched. Null when the chat was found by its number or its visitor.',
      resolve: (found, _args, context) => findSnippet(context, found),
    }),
  }),
})

interface SearchResultsShape extends FoundEverywhere {
  accountId: string
  search: string
}

const SearchResults = builder.objectRef<SearchResultsShape>('SearchResults').implement({
  description: 'What a search from anywhere has found, the best results first.',
  fields: (t) => ({
    chats: t.field({
      type: [FoundChat],
      description: `Chats that the viewer may see: the one with this number, then open ones of such visitors or with these words, then closed ones. While people write in an open chat and for some seconds afterwards, only the last 50 messages of what was added are searched; at most ${MOST_FOUND.chats} are found.`,
      resolve: ({ chatIds, accountId, search }) => chatIds.map((chatId) => ({ chatId, accountId, search })),
    }),
    visitors: t.field({
      type: [Visitor],
      description: `Visitors that the viewer may see, with this number, or with the text in their name, e-mail address, phone number or id; at most ${MOST_FOUND.visitors}.`,
      resolve: ({ visitors }) => visitors,
    }),
  }),
})

builder.queryField('search', (t) =>
  t.field({
    type: SearchResults,
    description:
      'Searches chats and visitors at once, for a search field that is open to everything: a few results of each, as one types. Lists to page through are `archivedChats`, `chats` and `visitors`.',
    authScopes: { signedIn: true },
    args: {
      text: t.arg.string({
        description: 'What was typed. Only the first 100 characters and ten words count.',
      }),
    },
    resolve: async (_root, { text }, context) => {
      const viewer = viewerOf(context)
      const found = await searchEverywhere(context.services, { viewer, search: text })
      return { ...found, accountId: viewer.accountId, search: text }
    },
  }),
)
