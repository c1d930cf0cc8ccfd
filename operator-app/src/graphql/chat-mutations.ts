import { chatFields, offerFields, userErrorFields } from './fragments.ts'
import { graphql } from './graphql.ts'

export const acceptChatMutation = graphql(
  `
    mutation AcceptChat($input: AcceptChatInput!) {
      acceptChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const joinChatMutation = graphql(
  `
    mutation JoinChat($input: JoinChatInput!) {
      joinChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const takeOverChatMutation = graphql(
  `
    mutation TakeOverChat($input: TakeOverChatInput!) {
      takeOverChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const closeChatMutation = graphql(
  `
    mutation CloseChat($input: CloseChatInput!) {
      closeChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const leaveChatMutation = graphql(
  `
    mutation LeaveChat($input: LeaveChatInput!) {
      leaveChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const handBackToBotMutation = graphql(
  `
    mutation HandBackToBot($input: HandBackToBotInput!) {
      handBackToBot(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const transferChatMutation = graphql(
  `
    mutation TransferChat($input: TransferChatInput!) {
      transferChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const inviteToChatMutation = graphql(
  `
    mutation InviteToChat($input: InviteToChatInput!) {
      inviteToChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const acceptChatInvitationMutation = graphql(
  `
    mutation AcceptChatInvitation($input: AcceptChatInvitationInput!) {
      acceptChatInvitation(input: $input) {
        chatInvitation {
          ...OfferFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [offerFields, userErrorFields],
)

export const declineChatInvitationMutation = graphql(
  `
    mutation DeclineChatInvitation($input: DeclineChatInvitationInput!) {
      declineChatInvitation(input: $input) {
        chatInvitation {
          ...OfferFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [offerFields, userErrorFields],
)

export const setChatPriorityMutation = graphql(
  `
    mutation SetChatPriority($input: SetChatPriorityInput!) {
      setChatPriority(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const snoozeChatMutation = graphql(
  `
    mutation SnoozeChat($input: SnoozeChatInput!) {
      snoozeChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const unsnoozeChatMutation = graphql(
  `
    mutation UnsnoozeChat($input: UnsnoozeChatInput!) {
      unsnoozeChat(input: $input) {
        chat {
          ...ChatFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [chatFields, userErrorFields],
)

export const markChatReadMutation = graphql(
  `
    mutation MarkChatRead($input: MarkChatReadInput!) {
      markChatRead(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const markChatUnreadMutation = graphql(
  `
    mutation MarkChatUnread($input: MarkChatUnreadInput!) {
      markChatUnread(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)
