import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const tagFields = graphql(`
  fragment TagFields on Tag {
    id
    name
    color
    description
    archived
    channels {
      id
    }
  }
`)

/** All tags, to choose from, and whether the viewer may make another. */
export const tagsQuery = graphql(
  `
    query Tags($first: Int!, $after: String) {
      viewer {
        mayCreateTags
      }
      tags(first: $first, after: $after) {
        edges {
          node {
            ...TagFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [tagFields],
)

/** For the settings. */
export const tagUsesQuery = graphql(`
  query TagUses($first: Int!, $after: String) {
    tags(first: $first, after: $after) {
      edges {
        node {
          id
          chatCount
        }
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
`)

export const tagRulesQuery = graphql(`
  query TagRules {
    chatSettings {
      operatorsCreateTags
    }
  }
`)

export const updateTagRulesMutation = graphql(
  `
    mutation UpdateTagRules($input: UpdateChatSettingsInput!) {
      updateChatSettings(input: $input) {
        chatSettings {
          operatorsCreateTags
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export type Tag = ResultOf<typeof tagFields>
export type TagColor = Tag['color']

export const createTagMutation = graphql(
  `
    mutation CreateTag($input: CreateTagInput!) {
      createTag(input: $input) {
        tag {
          ...TagFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [tagFields, userErrorFields],
)

export const updateTagMutation = graphql(
  `
    mutation UpdateTag($input: UpdateTagInput!) {
      updateTag(input: $input) {
        tag {
          ...TagFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [tagFields, userErrorFields],
)

export const deleteTagMutation = graphql(
  `
    mutation DeleteTag($input: DeleteTagInput!) {
      deleteTag(input: $input) {
        deletedId
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
