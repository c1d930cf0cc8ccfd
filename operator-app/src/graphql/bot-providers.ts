import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const botProviderFields = graphql(`
  fragment BotProviderFields on BotProvider {
    id
    name
    publicId
    endpointUrl
    profile
    inboundUrl
    hasAuthorization
    tokenUrl
    clientId
  }
`)

export type BotProvider = ResultOf<typeof botProviderFields>
export type BotProfile = BotProvider['profile']

export const botProvidersQuery = graphql(
  `
    query BotProviders($first: Int!, $after: String) {
      botProviders(first: $first, after: $after) {
        edges {
          node {
            ...BotProviderFields
          }
        }
        pageInfo {
          hasNextPage
          endCursor
        }
      }
    }
  `,
  [botProviderFields],
)

export const botProviderQuery = graphql(
  `
    query BotProvider($id: ID!) {
      botProvider(id: $id) {
        ...BotProviderFields
      }
    }
  `,
  [botProviderFields],
)

export const createBotProviderMutation = graphql(
  `
    mutation CreateBotProvider($input: CreateBotProviderInput!) {
      createBotProvider(input: $input) {
        botProvider {
          ...BotProviderFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [botProviderFields, userErrorFields],
)

export const updateBotProviderMutation = graphql(
  `
    mutation UpdateBotProvider($input: UpdateBotProviderInput!) {
      updateBotProvider(input: $input) {
        botProvider {
          ...BotProviderFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [botProviderFields, userErrorFields],
)

export const deleteBotProviderMutation = graphql(
  `
    mutation DeleteBotProvider($input: DeleteBotProviderInput!) {
      deleteBotProvider(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
