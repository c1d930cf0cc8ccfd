import { type FirstSteps, findFirstSteps } from '../domain/accounts/find-first-steps.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'

const FirstStepsType = builder.objectRef<FirstSteps>('FirstSteps').implement({
  description: 'What the people of a new account have done already.',
  fields: (t) => ({
    widgetSeenOn: t.exposeString('widgetSeenOn', {
      nullable: true,
      description:
        'The host of the website on which a widget of the account was last seen, other than the demo page of this installation. Null when it was on none yet.',
    }),
    hasChat: t.exposeBoolean('hasChat', { description: 'Whether a visitor has written.' }),
    hasColleague: t.exposeBoolean('hasColleague', {
      description: 'Whether somebody else is in the account, or has been invited.',
    }),
    hasPhoto: t.exposeBoolean('hasPhoto', { description: 'Whether the viewer has a photo.' }),
    isNamed: t.exposeBoolean('isNamed', { description: 'Whether an admin has named the account.' }),
  }),
})

builder.queryField('firstSteps', (t) =>
  t.field({
    type: FirstStepsType,
    nullable: true,
    description:
      'What has been done in a new account so far. Null as soon as an operator has answered a visitor in it, or when it has had more than 200.',
    resolve: (_root, _args, context) => findFirstSteps(context.services, viewerOf(context)),
  }),
)
