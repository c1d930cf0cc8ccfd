import { graphql } from '../graphql.ts'

/** A page of the visitor's messages, oldest to newest. */
export const messagesQuery = graphql(`
  query Messages($last: Int, $before: String) {
    visit {
      messages(last: $last, before: $before) {
        nodes { ...VisitMessage }
        pageInfo { hasPreviousPage startCursor }
      }
    }
  }
`)

export const typingMutation = graphql(`
  mutation SetVisitorTyping($input: SetVisitorTypingInput!) {
    setVisitorTyping(input: $input) { userErrors { code } }
  }
`)

export const rateMutation = graphql(`
  mutation RateVisit($input: RateVisitInput!) {
    rateVisit(input: $input) { userErrors { code message field } }
  }
`)

export const offlineMutation = graphql(`
  mutation SendOfflineMessage($input: SendOfflineMessageInput!) {
    sendOfflineMessage(input: $input) { userErrors { code message field } }
  }
`)

export const logMutation = graphql(`
  mutation RequestChatLog($input: RequestChatLogInput!) {
    requestChatLog(input: $input) { userErrors { code message field } }
  }
`)
