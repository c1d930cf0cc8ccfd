import {
  chatFragment,
  contactsFragment,
  invitationFragment,
  messageFragment,
  operatorFragment,
} from '../fragments.ts'
import { graphql } from '../graphql.ts'

const visitFragment = graphql(
  `fragment Visit on Visit {
    visitorNumber eventCursor unreadCount
    contactInfo { ...Contacts }
    chat { ...Chat }
    invitation { ...Invitation }
    history(last: 1) { messages { id chatId seq } }
    widget {
      name online color position locale hiddenOffline rules
      callback { state countries }
    }
  }`,
  [operatorFragment, contactsFragment, chatFragment, invitationFragment],
)

const inVisit = [visitFragment, operatorFragment, contactsFragment, chatFragment, invitationFragment] as const

export const startVisitDocument = graphql(
  `mutation ($input: StartVisitInput!) {
    startVisit(input: $input) { token visit { ...Visit } userErrors { code message field } }
  }`,
  inVisit,
)

export const visitDocument = graphql(`query { visit { ...Visit } }`, inVisit)

export const visitEventsDocument = graphql(
  `subscription ($after: String) {
    visitEvents(after: $after) {
      __typename key cursor
      ... on VisitMessageCreated { message { ...Message } }
      ... on VisitChatChanged { chat { ...Chat } }
      ... on VisitMessagesRead { chatId seq }
      ... on VisitMessagesSeen { chatId seq }
      ... on VisitTypingChanged { typing operator { ...Operator } }
      ... on VisitInvitationReceived { invitation { ...Invitation } }
      ... on VisitInvitationEnded { invitationId }
      ... on WidgetStatusChanged { online }
      ... on VisitContactInfoChanged { contactInfo { ...Contacts } }
      ... on VisitCallChanged { state reason }
    }
  }`,
  [messageFragment, chatFragment, operatorFragment, invitationFragment, contactsFragment],
)

export const identifyVisitorDocument = graphql(
  `mutation ($input: IdentifyVisitorInput!) {
    identifyVisitor(input: $input) { token userErrors { code message field } }
  }`,
)

export const clearHistoryDocument = graphql(`mutation { clearHistory { done } }`)
