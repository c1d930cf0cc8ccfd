import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const draftFields = graphql(`
  fragment DraftFields on Draft {
    kind
    text
    savedAt
  }
`)
export type Draft = ResultOf<typeof draftFields>

export const draftsQuery = graphql(
  `
    query Drafts($chatId: ID!) {
      chat(by: { id: $chatId }) {
        id
        viewerDrafts {
          ...DraftFields
        }
      }
    }
  `,
  [draftFields],
)

export const saveDraftMutation = graphql(
  `
    mutation SaveDraft($input: SaveDraftInput!) {
      saveDraft(input: $input) {
        draft {
          ...DraftFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [draftFields, userErrorFields],
)

/** Which of them exist, and may be seen. */
export const existingQuery = graphql(`
  query Existing($ids: [ID!]!) {
    nodes(ids: $ids) {
      id
    }
  }
`)
