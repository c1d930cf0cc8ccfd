import { graphql, type ResultOf } from './graphql.ts'

export const userErrorFields = graphql(`
  fragment UserErrorFields on UserError {
    code
    message
    field
  }
`)

export const operatorFields = graphql(`
  fragment OperatorFields on Operator {
    id
    name
    email
    role
    photoUrl
    presence
    available
    awayReason
    awayBy {
      id
    }
    goneSince
    maxChats
    deactivatedAt
    departments {
      id
      name
    }
  }
`)

export const visitorFields = graphql(`
  fragment VisitorFields on Visitor {
    id
    number
    externalId
    name
    email
    phone
    photoUrl
    pageUrl
    description
    blacklistedAt
    blacklistReason
    createdAt
  }
`)

const invitationFields = graphql(`
  fragment InvitationFields on ChatInvitation {
    id
    kind
    state
    note
    expiresAt
    createdAt
    from {
      id
      name
    }
    to {
      id
      name
    }
  }
`)

export const chatFields = graphql(
  `
    fragment ChatFields on Chat {
      id
      number
      status
      revision
      lastSeq
      lastVisitorSeq
      deliveredSeq
      seenSeq
      preview
      lastAuthor
      lastOperator {
        id
        name
      }
      lastIsNote
      unansweredSince
      lastActivityAt
      queuedAt
      leftAloneAt
      notTakenAt
      priority
      targetNearAt
      targets {
        kind
        startedAt
        nearAt
        dueAt
        met
      }
      snoozedAt
      snoozedUntil
      acceptedAt
      closedAt
      continuedChat {
        id
        number
      }
      outcome
      rating
      ratingComment
      createdAt
      viewerLastReadSeq
      viewerMarkedUnread
      visitor {
        ...VisitorFields
      }
      channel {
        id
        kind
        name
        paused
        mediaHosts
        requiresTag
        routing
        bot {
          id
          name
          enabled
        }
      }
      bot {
        id
        name
      }
      handOffReason
      operatorUnavailableAt
      department {
        id
        name
      }
      operators {
        id
        name
      }
      observers {
        id
        name
      }
      answeredBy {
        id
        name
      }
      failedDeliveries
      tags {
        id
        name
        color
      }
      invitations {
        id
        to {
          id
          name
        }
      }
    }
  `,
  [visitorFields],
)

/** An invitation together with its chat, for the one who is invited. */
export const offerFields = graphql(
  `
    fragment OfferFields on ChatInvitation {
      ...InvitationFields
      chat {
        ...ChatFields
      }
    }
  `,
  [invitationFields, chatFields],
)

export const messageFields = graphql(`
  fragment MessageFields on Message {
    id
    uuid
    chat {
      id
    }
    seq
    author
    type
    text
    invite
    createdAt
    editedAt
    deletedAt
    editableUntil
    mailedAt
    mentions {
      id
      name
    }
    quote {
      excerpt
      message {
        id
        author
        operator {
          id
          name
        }
      }
    }
    operator {
      id
      name
      photoUrl
    }
    media {
      url
      thumbUrl
      isExternal
      fileName
      fileBytes
      duration
      width
      height
      emoji
      performer
      title
      latitude
      longitude
    }
    rich {
      markdown
      title
      buttons {
        buttonId
        text
      }
      pressedButtonId
    }
    notice {
      kind
      text
      reason
      routing
      rule
      isReturn
      isWider
      priority
      minutes
      actor {
        id
        name
      }
      target {
        id
        name
      }
      department {
        id
        name
      }
    }
    delivery {
      id
      state
      attempts
      errorCode
      errorMessage
    }
  }
`)

export type Operator = ResultOf<typeof operatorFields>
export type Visitor = ResultOf<typeof visitorFields>
export type Offer = ResultOf<typeof offerFields>
export type Chat = ResultOf<typeof chatFields>
export type ChatOutcome = NonNullable<Chat['outcome']>
export type Message = ResultOf<typeof messageFields>
export type Media = NonNullable<Message['media']>
export type Rich = NonNullable<Message['rich']>
