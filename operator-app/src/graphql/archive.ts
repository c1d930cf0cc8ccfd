import { chatFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const archivedChatsQuery = graphql(
  `
    query ArchivedChats($search: String, $filter: ArchiveFilter, $first: Int!, $after: String) {
      archivedChats(search: $search, filter: $filter, first: $first, after: $after) {
        nodes {
          chat {
            ...ChatFields
          }
          snippet {
            message {
              id
              type
            }
            parts {
              text
              isMatch
            }
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [chatFields],
)

export type ArchivedChat = ResultOf<typeof archivedChatsQuery>['archivedChats']['nodes'][number]
