import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

/** A place where the viewer is mentioned, for the list. */
export const mentionFields = graphql(
  `
    fragment MentionFields on Mention {
      id
      seenAt
      createdAt
      message {
        id
        text
        operator {
          id
          name
          photoUrl
        }
      }
      chat {
        id
        visitor {
          id
          number
          name
          email
          phone
        }
      }
    }
  `,
)

export const mentionsQuery = graphql(
  `
    query Mentions($first: Int!, $after: String) {
      mentions(first: $first, after: $after) {
        edges {
          node {
            ...MentionFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [mentionFields],
)

export const unseenMentionsQuery = graphql(`
  query UnseenMentions {
    viewer {
      unseenMentions {
        id
        chat {
          id
        }
        message {
          id
        }
      }
    }
  }
`)

export const markMentionsSeenMutation = graphql(
  `
    mutation MarkMentionsSeen($input: MarkMentionsSeenInput!) {
      markMentionsSeen(input: $input) {
        unseenMentions {
          id
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export type Mention = ResultOf<typeof mentionFields>
