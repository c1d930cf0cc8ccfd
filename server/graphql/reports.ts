import { countContacts } from '../domain/reports/count-contacts.ts'
import { findRatingComments, MOST_COMMENTS } from '../domain/reports/find-rating-comments.ts'
import { type OpenedReport, openReport } from '../domain/reports/open-report.ts'
import { MOST_ROWS } from '../domain/reports/read-figures.ts'
import type { ReportFigures as ReportFiguresShape } from '../domain/reports/report-figures.ts'
import { LONGEST_REPORT, type ReportScope } from '../domain/reports/report-scope.ts'
import { sumUpPresence } from '../domain/reports/sum-up-presence.ts'
import { MOST_DAYS, sumUpDimension, sumUpPeriods, sumUpReport } from '../domain/reports/sum-up-report.ts'
import { Bot } from './bots.ts'
import { Channel } from './channels.ts'
import { Chat } from './chats.ts'
import { Department } from './departments.ts'
import { askedFields } from './kit/asked-fields.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadAll } from './kit/load.ts'
import { Operator } from './operators.ts'
import { ReportDimension } from './report-dimension.ts'
import { ReportContacts, ReportFigures, timesAskedFor } from './report-figures.ts'
import { ReportPresence } from './report-presence.ts'
import { ReportRow } from './report-rows.ts'
import { Tag } from './tags.ts'

/** What a page of a report may cost: it reads sums, but of many days. */
const COST = { complexity: { field: 20, multiplier: 1 } }

const ReportFilter = builder.inputType('ReportFilter', {
  description: 'Which chats a report counts. Every given field must match; omitted fields do not restrict.',
  fields: (t) => ({
    channelId: t.globalID({ for: [Channel], required: false, description: 'Chats of this channel.' }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'Chats that were last handed to this department.',
    }),
    operatorId: t.globalID({
      for: [Operator],
      required: false,
      description: 'Chats that this operator was in.',
    }),
    tagId: t.globalID({ for: [Tag], required: false, description: 'Chats with this tag.' }),
    botId: t.globalID({ for: [Bot], required: false, description: 'Chats that this bot answered.' }),
    country: t.string({
      required: false,
      description: 'Chats of visitors in this country (ISO 3166-1 alpha-2).',
    }),
  }),
})

interface PeriodShape {
  start: string
  figures: ReportFiguresShape
  before: ReportFiguresShape | null
}

const ReportPeriod = builder.objectRef<PeriodShape>('ReportPeriod').implement({
  description: 'The figures of a day or month.',
  fields: (t) => ({
    start: t.exposeString('start', { description: 'Its first date, such as `2026-01-31`.' }),
    figures: t.expose('figures', { type: ReportFigures, description: 'The chats that were closed in it.' }),
    before: t.expose('before', {
      type: ReportFigures,
      nullable: true,
      description:
        'The chats that were closed as many days earlier as the report has. Null when the report does not compare.',
    }),
  }),
})

interface ReportShape extends OpenedReport {
  compares: boolean
}

const Report = builder.objectRef<ReportShape>('Report').implement({
  description:
    'Figures about closed chats, by the time they were closed. A chat is counted within seconds after it was closed, and again when it is rated or tagged.',
  fields: (t) => ({
    timeZone: t.exposeString('timeZone', {
      description: 'The IANA name of the time zone of its days: that of the account’s business hours.',
    }),
    from: t.exposeString('from', { description: 'Its first date.' }),
    to: t.exposeString('to', { description: 'Its last date.' }),
    isIncomplete: t.exposeBoolean('isIncomplete', {
      description:
        'Whether chats are still being counted, as after an upgrade or a change of the time zone. The figures grow until then.',
    }),
    beforeFrom: t.string({
      description:
        'The first date of the previous period, which has as many days and ends directly before `from`.',
      resolve: ({ before }) => before.from,
    }),
    figures: t.field({
      type: ReportFigures,
      ...COST,
      description: 'All chats.',
      resolve: (report, _args, { services }) => sumUpReport(services, report),
    }),
    before: t.field({
      type: ReportFigures,
      nullable: true,
      ...COST,
      description: 'All chats of the previous period. Null when the report does not compare.',
      resolve: ({ before, compares }, _args, { services }) =>
        compares ? sumUpReport(services, before) : null,
    }),
    periods: t.field({
      type: [ReportPeriod],
      ...COST,
      description: `The figures of each day, or of each month where the range has more than ${MOST_DAYS} days, in their order; at most ${MOST_DAYS}.`,
      resolve: async (report, _args, { services }, info) => {
        const asked = askedFields(info)
        const times = timesAskedFor(asked)
        const [periods, before] = await Promise.all([
          sumUpPeriods(services, report, { times }),
          report.compares && asked.has('before')
            ? sumUpPeriods(services, report, { times, ofBefore: true })
            : [],
        ])
        return periods.map((period, index) => ({ ...period, before: before[index]?.figures ?? null }))
      },
    }),
    rows: t.field({
      type: [ReportRow],
      // Rows by page are counted chat by chat: a query asks for a few of them, not for thirty.
      complexity: { field: 500, multiplier: 10 },
      args: { by: t.arg({ type: ReportDimension, description: 'What the rows are.' }) },
      description: `The figures by one dimension, those with the most chats first; at most ${MOST_ROWS}.`,
      resolve: async (report, { by }, { services }, info) => {
        const asked = askedFields(info)
        const times = timesAskedFor(asked)
        const rows = (await sumUpDimension(services, report, { by, times })).slice(0, MOST_ROWS)
        const pages = rows.map(({ key }) => key)
        const before =
          report.compares && asked.has('before')
            ? await sumUpDimension(services, report.before, { by, times, pages })
            : []
        const earlier = new Map(before.map(({ key, figures }) => [key, figures]))
        return rows.map(({ key, figures }) => ({ key, by, figures, before: earlier.get(key) ?? null }))
      },
    }),
    contacts: t.field({
      type: ReportContacts,
      ...COST,
      description: 'What else happened.',
      resolve: (report, _args, { services }) => countContacts(services, report),
    }),
    contactsBefore: t.field({
      type: ReportContacts,
      nullable: true,
      ...COST,
      description: 'What else happened in the previous period. Null when the report does not compare.',
      resolve: ({ before, compares }, _args, { services }) =>
        compares ? countContacts(services, before) : null,
    }),
    presence: t.field({
      type: [ReportPresence],
      ...COST,
      description: `How long the operators whom the viewer supervises were online and away, longest first; at most ${MOST_ROWS}. Only a filter for an operator restricts it; with any other there is none.`,
      resolve: async (report, _args, context, info) => {
        const asked = askedFields(info)
        const compares =
          report.compares && (asked.has('onlineSecondsBefore') || asked.has('awaySecondsBefore'))
        const sumUp = (scope: ReportScope) =>
          sumUpPresence(context.services, { viewer: viewerOf(context), scope })
        const [times, before] = await Promise.all([sumUp(report), compares ? sumUp(report.before) : null])
        const earlier = new Map(before?.map((of) => [of.userId, of]))
        const none = { onlineSeconds: 0, awaySeconds: 0 }
        return times
          .slice(0, MOST_ROWS)
          .map((of) => ({ ...of, before: before && (earlier.get(of.userId) ?? none) }))
      },
    }),
    comments: t.field({
      type: [Chat],
      ...COST,
      description: `The chats whose visitors commented on their rating, most recently closed first; at most ${MOST_COMMENTS}.`,
      resolve: async (report, _args, { services, loaders }) =>
        loadAll(loaders.chat, await findRatingComments(services, report)),
    }),
  }),
})

builder.queryField('report', (t) =>
  t.field({
    type: Report,
    nullable: true,
    description:
      'Figures about the closed chats of the account: of all for admins, of those in the channels that they see for supervisors. Supervisors and admins only. The definitions are in the documentation.',
    authScopes: { signedIn: true },
    args: {
      from: t.arg.string({
        description: `The first date, such as \`2026-01-31\`, in the time zone of the account. A range has at most ${LONGEST_REPORT} days.`,
      }),
      to: t.arg.string({ description: 'The last date, which is included.' }),
      filter: t.arg({ type: ReportFilter, required: false, description: 'Which chats are counted.' }),
      compare: t.arg.boolean({
        defaultValue: false,
        description: 'Whether the previous period is read as well.',
      }),
    },
    resolve: async (_root, { from, to, filter, compare }, context) => {
      const { channelId, departmentId, operatorId, tagId, botId, country } = filter ?? {}
      const report = await openReport(context.services, {
        viewer: viewerOf(context),
        dates: { from, to },
        filter: {
          channelId: channelId?.id ?? null,
          departmentId: departmentId?.id ?? null,
          operatorId: operatorId?.id ?? null,
          tagId: tagId?.id ?? null,
          botId: botId?.id ?? null,
          country: country ?? null,
        },
      })
      return { ...report, compares: compare ?? false }
    },
  }),
)
