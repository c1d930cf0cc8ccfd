import { messageFragment } from '../fragments.ts'
import { graphql } from '../graphql.ts'

/** A page of what was said, read backwards. */
export const historyQuery = graphql(
  `query ($last: Int, $before: String) {
    visit { history(last: $last, before: $before) { earlier clearedAt messages { ...Message isRead } } }
  }`,
  [messageFragment],
)

export const typingMutation = graphql(
  `mutation ($input: SetVisitorTypingInput!) { setVisitorTyping(input: $input) { userErrors { code } } }`,
)
