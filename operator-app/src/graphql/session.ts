import { offerFields, operatorFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'
import { notificationSettingsFields } from './notification-settings.ts'

const viewerFields = graphql(
  `
    fragment ViewerFields on Viewer {
      email
      eventCursor
      operator {
        ...OperatorFields
      }
      account {
        id
        name
        publicUrl
        targetRule
        fileMaxBytes
        awayReasons
        sendsMail
      }
      notificationSettings {
        ...NotificationSettingsFields
      }
      chatPermissions {
        status
        isInChat
        actions
      }
      leftChats {
        id
      }
      unseenMentions {
        id
        chat {
          id
        }
        message {
          id
        }
      }
      pendingChatInvitations {
        ...OfferFields
      }
    }
  `,
  [operatorFields, offerFields, notificationSettingsFields],
)

export type Viewer = ResultOf<typeof viewerFields>
/** What an operator can do with a chat. */
export type ChatAction = Viewer['chatPermissions'][number]['actions'][number]

export const viewerQuery = graphql(
  `
    query Viewer {
      viewer {
        ...ViewerFields
      }
    }
  `,
  [viewerFields],
)

export const signInMutation = graphql(
  `
    mutation SignIn($input: SignInInput!) {
      signIn(input: $input) {
        viewer {
          ...ViewerFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [viewerFields, userErrorFields],
)

export const requestPasswordResetMutation = graphql(
  `
    mutation RequestPasswordReset($input: RequestPasswordResetInput!) {
      requestPasswordReset(input: $input) {
        sendsMail
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const resetPasswordMutation = graphql(
  `
    mutation ResetPassword($input: ResetPasswordInput!) {
      resetPassword(input: $input) {
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [userErrorFields],
)

export const signOutMutation = graphql(`
  mutation SignOut {
    signOut {
      userErrors {
        code
      }
    }
  }
`)

export const setAvailabilityMutation = graphql(
  `
    mutation SetAvailability($input: SetAvailabilityInput!) {
      setAvailability(input: $input) {
        operator {
          ...OperatorFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [operatorFields, userErrorFields],
)

export const operatorInvitationQuery = graphql(`
  query OperatorInvitation($token: String!) {
    operatorInvitation(token: $token) {
      accountName
      email
      role
      invitedByName
    }
  }
`)

export const acceptOperatorInvitationMutation = graphql(
  `
    mutation AcceptOperatorInvitation($input: AcceptOperatorInvitationInput!) {
      acceptOperatorInvitation(input: $input) {
        viewer {
          ...ViewerFields
        }
        userErrors {
          ...UserErrorFields
        }
      }
    }
  `,
  [viewerFields, userErrorFields],
)
