import { operatorFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const accessQuery = graphql(`
  query Access {
    viewer {
      sessions {
        id
        userAgent
        address
        createdAt
        lastSeenAt
        current
      }
      apiTokens {
        id
        name
        lastFour
        lastUsedAt
        expiresAt
        createdAt
      }
    }
  }
`)

type Access = NonNullable<ResultOf<typeof accessQuery>['viewer']>
export type Session = Access['sessions'][number]
export type ApiToken = Access['apiTokens'][number]

export const updateProfileMutation = graphql(
  `
    mutation UpdateProfile($input: UpdateProfileInput!) {
      updateProfile(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)

export const changePasswordMutation = graphql(
  `
    mutation ChangePassword($input: ChangePasswordInput!) {
      changePassword(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const endSessionMutation = graphql(
  `
    mutation EndSession($input: EndSessionInput!) {
      endSession(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const createApiTokenMutation = graphql(
  `
    mutation CreateApiToken($input: CreateApiTokenInput!) {
      createApiToken(input: $input) {
        token
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const revokeApiTokenMutation = graphql(
  `
    mutation RevokeApiToken($input: RevokeApiTokenInput!) {
      revokeApiToken(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
