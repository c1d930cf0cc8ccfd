import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const cannedReplyFields = graphql(`
  fragment CannedReplyFields on CannedReply {
    id
    title
    shortcut
    text
    shared
    useCount
    parts {
      text
      variable
      fallback
    }
    channels {
      id
      name
    }
    departments {
      id
      name
    }
    files {
      id: fileId
      name
      size
      mediaType
      url
      thumbUrl
      width
      height
      duration
    }
  }
`)

export const cannedRepliesQuery = graphql(
  `
    query CannedReplies($first: Int!, $after: String) {
      cannedReplies(first: $first, after: $after) {
        edges {
          node {
            ...CannedReplyFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [cannedReplyFields],
)

export const createCannedReplyMutation = graphql(
  `
    mutation CreateCannedReply($input: CreateCannedReplyInput!) {
      createCannedReply(input: $input) {
        cannedReply {
          ...CannedReplyFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [cannedReplyFields, userErrorFields],
)

export const updateCannedReplyMutation = graphql(
  `
    mutation UpdateCannedReply($input: UpdateCannedReplyInput!) {
      updateCannedReply(input: $input) {
        cannedReply {
          ...CannedReplyFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [cannedReplyFields, userErrorFields],
)

export const deleteCannedReplyMutation = graphql(
  `
    mutation DeleteCannedReply($input: DeleteCannedReplyInput!) {
      deleteCannedReply(input: $input) {
        deletedId
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const useCannedReplyMutation = graphql(
  `
    mutation UseCannedReply($input: UseCannedReplyInput!) {
      useCannedReply(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const importCannedRepliesMutation = graphql(
  `
    mutation ImportCannedReplies($input: ImportCannedRepliesInput!) {
      importCannedReplies(input: $input) {
        lines {
          line
          shortcut
          title
          text
          outcome
          titleBefore
          textBefore
          problem
        }
        room
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export type CannedReply = ResultOf<typeof cannedReplyFields>
export type CannedReplyPart = CannedReply['parts'][number]
export type CannedReplyVariable = NonNullable<CannedReplyPart['variable']>
export type ImportedLine = NonNullable<
  NonNullable<ResultOf<typeof importCannedRepliesMutation>['importCannedReplies']>['lines']
>[number]
