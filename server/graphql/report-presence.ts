import type { OperatorTimes } from '../domain/reports/sum-up-presence.ts'
import { builder } from './kit/builder.ts'
import { loadRow } from './kit/load.ts'
import { Operator } from './operators.ts'
import { AwayTime } from './team.ts'

interface PresenceShape extends OperatorTimes {
  /** Of the previous period; null when the report does not compare. */
  before: Pick<OperatorTimes, 'onlineSeconds' | 'awaySeconds'> | null
}

/** How long an operator was there, in a report. */
export const ReportPresence = builder.objectRef<PresenceShape>('ReportPresence').implement({
  description: 'How long an operator was online and away.',
  fields: (t) => ({
    operator: t.field({
      type: Operator,
      description: 'The operator.',
      resolve: ({ userId }, _args, { loaders }) => loadRow(loaders.user, userId),
    }),
    onlineSeconds: t.exposeInt('onlineSeconds', { description: 'How long they were online, in seconds.' }),
    awaySeconds: t.exposeInt('awaySeconds', { description: 'How long they were away, in seconds.' }),
    onlineSecondsBefore: t.int({
      nullable: true,
      description: 'How long they were online in the previous period. Null when the report does not compare.',
      resolve: ({ before }) => before?.onlineSeconds ?? null,
    }),
    awaySecondsBefore: t.int({
      nullable: true,
      description: 'How long they were away in the previous period. Null when the report does not compare.',
      resolve: ({ before }) => before?.awaySeconds ?? null,
    }),
    away: t.field({
      type: [AwayTime],
      description: 'The same for each reason, longest first; at most one entry for each.',
      resolve: ({ away }) => away,
    }),
  }),
})
