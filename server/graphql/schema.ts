import './scalars.ts'
import './viewer.ts'
import './sessions.ts'
import './api-tokens.ts'
import './user-invitations.ts'
import './operators.ts'
import './departments.ts'
import './channels.ts'
import './visitors.ts'
import './chats.ts'
import './messages.ts'
import './chat-invitations.ts'
import './deliveries.ts'
import './events.ts'
import { builder } from './builder.ts'

/** The whole GraphQL API; `schema.graphql` is printed from it. */
export const schema = builder.toSchema({ sortSchema: true })
