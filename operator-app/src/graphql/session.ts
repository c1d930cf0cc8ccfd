import { offerFields, operatorFields, userErrorFields } from './fragments.ts'
import { graphql, type ResultOf } from './graphql.ts'

const viewerFields = graphql(
  `
    fragment ViewerFields on Viewer {
      id
      email
      eventCursor
      user {
        ...OperatorFields
      }
      account {
        id
        name
        publicUrl
        targetRule
        fileMaxBytes
      }
      pendingChatInvitations {
        ...OfferFields
      }
    }
  `,
  [operatorFields, offerFields],
)

export type Viewer = ResultOf<typeof viewerFields>

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

export const userInvitationQuery = graphql(`
  query UserInvitation($token: String!) {
    userInvitation(token: $token) {
      accountName
      email
      role
      invitedByName
    }
  }
`)

export const acceptUserInvitationMutation = graphql(
  `
    mutation AcceptUserInvitation($input: AcceptUserInvitationInput!) {
      acceptUserInvitation(input: $input) {
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
