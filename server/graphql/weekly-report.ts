import { setWeeklyReport } from '../domain/reports/weekly/set-weekly-report.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Viewer } from './viewer.ts'

builder.objectField(Viewer, 'getsWeeklyReport', (t) =>
  t.boolean({
    description:
      'Whether they get the figures of last week by mail, every Monday at 08:00 in the time zone of the account.',
    resolve: async ({ userId }, _args, { loaders }) =>
      (await loadRow(loaders.user, userId)).lastWeeklyReport !== null,
  }),
)

verbMutation('setWeeklyReport', {
  errors: ['FORBIDDEN'],
  description:
    'Supervisors and admins only. Sets whether the viewer gets the weekly report by mail; the first one comes on the next Monday.',
  input: (t) => ({ isWanted: t.boolean({ description: 'Whether they want it.' }) }),
  resolve: (context, { isWanted }) =>
    setWeeklyReport(context.services, { viewer: viewerOf(context), isWanted }),
  payload: (t) => ({
    viewer: t.field({
      type: Viewer,
      nullable: true,
      description: 'The viewer.',
      resolve: ({ value }, _args, { viewer }) => (value === null ? null : viewer),
    }),
  }),
})
