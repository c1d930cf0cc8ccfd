import { graphql } from '../graphql.ts'

/** A page of what was said, read backwards. */
export const historyQuery = graphql(`
  query History($last: Int, $before: String) {
    visit {
      history(last: $last, before: $before) {
        earlier
        messages {
          id chatId seq author type text markdown title pressedButtonId createdAt
          operator { name photoUrl }
          buttons { buttonId text }
          file { url name size width height duration thumbUrl }
          location { latitude longitude title }
        }
      }
    }
  }
`)

export const typingMutation = graphql(`
  mutation Typing($input: SetVisitorTypingInput!) {
    setVisitorTyping(input: $input) { userErrors { code } }
  }
`)

export const rateMutation = graphql(`
  mutation Rate($input: RateVisitInput!) {
    rateVisit(input: $input) { userErrors { code message field } }
  }
`)

export const offlineMutation = graphql(`
  mutation Offline($input: SendOfflineMessageInput!) {
    sendOfflineMessage(input: $input) { userErrors { code message field } }
  }
`)

export const logMutation = graphql(`
  mutation Log($input: RequestChatLogInput!) {
    requestChatLog(input: $input) { userErrors { code message field } }
  }
`)
