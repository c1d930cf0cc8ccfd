import { graphql, type ResultOf } from './graphql.ts'

export const searchQuery = graphql(`
  query Search($text: String!) {
    search(text: $text) {
      chats {
        chat {
          id
          number
          status
          channel {
            name
          }
          visitor {
            id
            number
            name
            email
            phone
            photoUrl
          }
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
      visitors {
        id
        number
        name
        email
        phone
        photoUrl
        chats(first: 1) {
          nodes {
            id
            status
          }
        }
      }
    }
  }
`)

type SearchResults = ResultOf<typeof searchQuery>['search']
export type FoundChat = SearchResults['chats'][number]
export type FoundVisitor = SearchResults['visitors'][number]
