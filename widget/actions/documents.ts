import { messageFragment, operatorFragment } from '../fragments.ts'
import { graphql } from '../graphql.ts'

/** What the loader can do without: most pages are left before the chat is opened. */
export const widgetDocument = graphql(
  `query {
    visit {
      widget {
        color2 theme greeting offlineText contactsForm contactFields requiredFields offlineForm sound fileMaxBytes
        departments { number name }
        operators { ...Operator }
      }
    }
  }`,
  [operatorFragment],
)

export const sendMessageDocument = graphql(
  `mutation ($input: SendVisitorMessageInput!) {
    sendVisitorMessage(input: $input) { message { ...Message } userErrors { code message field } }
  }`,
  [messageFragment, operatorFragment],
)
