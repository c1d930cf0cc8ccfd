import { countTrigger } from '../../domain/visits/invitations/count-trigger.ts'
import { dismissVisitInvitation } from '../../domain/visits/invitations/dismiss-visit-invitation.ts'
import { builder } from '../kit/builder.ts'
import { done } from './done.ts'
import { visitorMutation } from './visitor-mutation.ts'

visitorMutation('dismissVisitInvitation', {
  description: 'Dismisses an operator’s invitation. To accept it, call `sendVisitorMessage`.',
  errors: [],
  input: (t) => ({ invitationId: t.field({ type: 'UUID', description: 'The `id` of the invitation.' }) }),
  resolve: async ({ services, visitor }, { invitationId }) => {
    await dismissVisitInvitation(services, { visitor, invitationId })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

const TriggerEvent = builder.enumType('TriggerEvent', {
  description: 'What happened to a trigger.',
  values: {
    SHOWN: { description: 'It was shown.' },
    ANSWERED: { description: 'The visitor wrote because of it.' },
  } as const,
})

visitorMutation('countTrigger', {
  description:
    'Counts that a trigger of the widget’s settings was shown or answered. Triggers that a page has set are not counted.',
  errors: ['INVALID'],
  input: (t) => ({
    ruleId: t.string({ description: 'The `id` of the rule.' }),
    event: t.field({ type: TriggerEvent, description: 'What happened.' }),
  }),
  resolve: async ({ services, visitor }, { ruleId, event }) => {
    await countTrigger(services, { visitor, ruleId, happened: event })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})
