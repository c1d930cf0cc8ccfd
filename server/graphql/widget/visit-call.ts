import type { Call } from '../../generated/prisma/client.ts'
import { CallStateEnum } from '../calls.ts'
import { builder } from '../kit/builder.ts'

export const VisitCall = builder.objectRef<Call>('VisitCall').implement({
  description: 'A call as its visitor sees it.',
  fields: (t) => ({
    phone: t.exposeString('phone', { description: 'The number that is called, in E.164 format.' }),
    state: t.expose('state', { type: CallStateEnum, description: 'How far it has got.' }),
  }),
})
