import { userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

export const crmFields = graphql(`
  fragment CrmFields on Chat {
    id
    crm {
      endpointId
      endpointName
      state
      reason
      customData {
        title
        key
        content
        link
      }
      enableAssign
      crmLink
      pageUrl
      pageTitle
      assignState
      assignReason
      assignedBy {
        id
        name
      }
      assignedAt
    }
  }
`)

export const crmQuery = graphql(
  `
    query Crm($chatId: ID!) {
      chat(by: { id: $chatId }) {
        ...CrmFields
      }
    }
  `,
  [crmFields],
)

export const assignChatMutation = graphql(
  `
    mutation AssignChat($input: AssignChatInput!) {
      assignChat(input: $input) {
        chat {
          ...CrmFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [crmFields, userErrorFields],
)

/** A chat with what endpoints show beside it. */
export type ChatCrm = ResultOf<typeof crmFields>
export type CrmAnswer = ChatCrm['crm'][number]
export type CrmDatum = CrmAnswer['customData'][number]
