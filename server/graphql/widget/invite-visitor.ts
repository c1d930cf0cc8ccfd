import { inviteVisitor } from '../../domain/visits/invitations/invite-visitor.ts'
import { Department } from '../departments.ts'
import { viewerOf } from '../kit/context.ts'
import { loadRow } from '../kit/load.ts'
import { verbMutation } from '../kit/verb-mutation.ts'
import { Visitor } from '../visitors.ts'

verbMutation('inviteVisitor', {
  description:
    'Invites a visitor who is on the website to a chat. When the visitor replies, the viewer gets the chat if they are still online; otherwise it waits in the department.',
  errors: ['BLANK', 'CHAT_OPEN', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    visitorId: t.globalID({ for: [Visitor], description: 'Who is invited.' }),
    text: t.string({ description: 'The text of the invitation; 1 to 1000 characters.' }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'The department of the chat.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { visitorId, text, departmentId }, problems) =>
    inviteVisitor(context.services, {
      viewer: viewerOf(context),
      problems,
      visitorId: visitorId.id,
      text,
      departmentId: departmentId?.id ?? null,
    }),
  payload: (t) => ({
    visitor: t.field({
      type: Visitor,
      nullable: true,
      description: 'Who was invited.',
      resolve: ({ value }, _args, { loaders }) => value && loadRow(loaders.visitor, value.visitorId),
    }),
  }),
})
