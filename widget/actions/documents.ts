import { messageFragment } from '../fragments.ts'
import { graphql } from '../graphql.ts'

/** The operations that the loader does not need: most pages are left before the chat is opened. */
export const widgetDocument = graphql(
  `query {
    visit {
      call { phone state }
      countryCode
      widget {
        paused theme greeting offlineText contactsForm contactFields requiredFields offlineForm sound showsAnswers fileMaxBytes
        logoUrl quickQuestions usualAnswerMinutes opensAt
        departments { number name }
        operators { id name photoUrl }
      }
    }
  }`,
)

export const introduceDocument = graphql(
  `mutation ($input: SetContactInfoInput!) {
    setContactInfo(input: $input) {
      contactInfo { name email phone description }
      userErrors { code message field }
    }
  }`,
)

export const sendMessageDocument = graphql(
  `mutation ($input: SendVisitorMessageInput!) {
    sendVisitorMessage(input: $input) { message { ...Message } userErrors { code message field } }
  }`,
  [messageFragment],
)
