import { chatFragment, messageFragment } from '../fragments.ts'
import { graphql, type ResultOf, type TadaDocumentNode } from '../graphql.ts'

const visitFragment = graphql(
  `fragment Visit on Visit {
    eventCursor visitorNumber mergedNumbers unreadCount
    contactInfo { name email phone description }
    chat { ...Chat }
    invitation { id text operator { id name photoUrl } }
    history(last: 1) { messages { chatId seq } }
    widget {
      name online color color2 position offsetX offsetY zIndex launcherShape launcherLabel locale hiddenOffline rules
      callback { state countries }
    }
  }`,
  [chatFragment],
)

export const startVisitDocument = graphql(
  `mutation ($input: StartVisitInput!) {
    startVisit(input: $input) { token visit { ...Visit } userErrors { code message field } }
  }`,
  [visitFragment],
)

export const visitDocument = graphql(`query { visit { ...Visit } }`, [visitFragment])

export const visitEventsDocument = graphql(
  `subscription ($after: String!) {
    visitEvents(after: $after) {
      __typename key cursor
      ... on VisitMessageCreated { message { ...Message } }
      ... on VisitMessageChanged { message { ...Message } unreadCount }
      ... on VisitChatChanged { chat { ...Chat } }
      ... on VisitMessagesRead { chatId lastReadByOperatorSeq: seq }
      ... on VisitQueueMoved { chatId queuePosition isBusy }
      ... on VisitMessagesSeen { chatId seq }
      ... on VisitTypingChanged { typing operator { id name photoUrl } }
      ... on VisitInvitationReceived { invitation { id text operator { id name photoUrl } } }
      ... on VisitInvitationEnded { invitationId }
      ... on WidgetStatusChanged { online paused }
      ... on VisitContactInfoChanged { contactInfo { name email phone description } }
      ... on VisitCallChanged { state reason }
    }
  }`,
  [messageFragment, chatFragment],
)

/** The same, asked once: what has come since the cursor. */
export const pollDocument = `${visitEventsDocument}`.replace(
  'subscription',
  'query',
) as unknown as TadaDocumentNode<
  { visitEvents: ResultOf<typeof visitEventsDocument>['visitEvents'][] },
  { after: string }
>

export const identifyVisitorDocument = graphql(
  `mutation ($input: IdentifyVisitorInput!) {
    identifyVisitor(input: $input) { token userErrors { code message field } }
  }`,
)

export const clearHistoryDocument = graphql(`mutation { clearHistory { done } }`)
