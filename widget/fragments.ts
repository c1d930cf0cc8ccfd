import { graphql } from './graphql.ts'

export const operatorFragment = graphql(`fragment Operator on VisitOperator { name photoUrl }`)

export const chatFragment = graphql(
  `fragment Chat on VisitChat {
    id status queuePosition seenSeq lastReadByOperatorSeq rating ratingComment
    operators { ...Operator }
  }`,
  [operatorFragment],
)

export const messageFragment = graphql(
  `fragment Message on VisitMessage {
    id chatId seq author type text markdown title pressedButtonId createdAt
    operator { ...Operator }
    buttons { buttonId text }
    file { url name size width height duration thumbUrl }
    location { latitude longitude title }
  }`,
  [operatorFragment],
)

export const contactsFragment = graphql(
  `fragment Contacts on VisitContactInfo { name email phone description }`,
)

export const invitationFragment = graphql(
  `fragment Invitation on VisitInvitation { id text operator { ...Operator } }`,
  [operatorFragment],
)
