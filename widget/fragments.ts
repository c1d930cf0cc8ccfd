import { graphql } from './graphql.ts'

export const chatFragment = graphql(
  `fragment Chat on VisitChat {
    id status queuePosition seenSeq lastReadByOperatorSeq rating ratingComment
    operators { id name photoUrl }
  }`,
)

export const messageFragment = graphql(
  `fragment Message on VisitMessage {
    id chatId seq author invite type text markdown title pressedButtonId createdAt editedAt deletedAt
    operator { id name photoUrl }
    quote { id text }
    buttons { buttonId text }
    file { url name size width height duration thumbUrl }
    location { latitude longitude title }
  }`,
)
