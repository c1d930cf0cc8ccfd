import { hoursOf } from '../domain/hours/business-hours.ts'
import { MOST_HOLIDAYS } from '../domain/hours/business-hours-fields.ts'
import { deleteBusinessHours } from '../domain/hours/delete-business-hours.ts'
import { isOpen } from '../domain/hours/is-open.ts'
import { listBusinessHours } from '../domain/hours/list-business-hours.ts'
import { nextOpening } from '../domain/hours/next-opening.ts'
import type { Holiday, WeeklyHours } from '../domain/hours/opening-hours.ts'
import { readOpeningHours } from '../domain/hours/read-opening-hours.ts'
import { MOST_OWN_HOURS, updateBusinessHours } from '../domain/hours/update-business-hours.ts'
import { MOST_WEEKLY_HOURS } from '../domain/hours/weekly-hours-field.ts'
import { administeredBy } from '../domain/viewer.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { loadRow } from './kit/load.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Weekday } from './weekday.ts'

const DAY = 'The day on which they begin.'
const FROM = 'When they begin, from 00:00 to 23:59.'
const TO =
  'When they end (exclusive), up to 24:00. A time before `from` is on the next day, as in 22:00 to 06:00.'
const DATE = 'The date, such as `2026-12-25`.'
const HOLIDAY = 'A day on which it is closed from midnight to midnight, whatever the weekly hours say.'
const WEEKLY = 'Hours on one day of the week, in local time.'

const WeeklyHoursType = builder.objectRef<WeeklyHours>('WeeklyHours').implement({
  description: WEEKLY,
  fields: (t) => ({
    day: t.expose('day', { type: Weekday, description: DAY }),
    from: t.exposeString('from', { description: FROM }),
    to: t.exposeString('to', { description: TO }),
  }),
})

const WeeklyHoursInput = builder.inputType('WeeklyHoursInput', {
  description: WEEKLY,
  fields: (t) => ({
    day: t.field({ type: Weekday, description: DAY }),
    from: t.string({ description: FROM }),
    to: t.string({ description: TO }),
  }),
})

const HolidayType = builder.objectRef<Holiday>('Holiday').implement({
  description: HOLIDAY,
  fields: (t) => ({
    date: t.exposeString('date', { description: DATE }),
    name: t.exposeString('name', { description: 'What day it is.' }),
  }),
})

const HolidayInput = builder.inputType('HolidayInput', {
  description: HOLIDAY,
  fields: (t) => ({
    date: t.string({ description: DATE }),
    name: t.string({ description: 'What day it is: 1 to 100 characters.' }),
  }),
})

const BusinessHours = builder.prismaNode('BusinessHours', {
  id: { field: 'id' },
  nullable: true,
  description:
    'When operators are there. Those of a department apply to its chats, and those of a channel to its other chats and to its status; everywhere else those of the account apply. Admins only.',
  findUnique: (id, context) => {
    const viewer = viewerOf(context)
    return { id, AND: [administeredBy(viewer), hoursOf(viewer.accountId)] }
  },
  authScopes: { admin: true },
  fields: (t) => ({
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel that has them. Null for those of a department and of the account.',
      resolve: ({ channelId }, _args, { loaders }) =>
        channelId ? loadRow(loaders.channel, channelId) : null,
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department that has them. Null for those of a channel and of the account.',
      resolve: ({ departmentId }, _args, { loaders }) =>
        departmentId ? loadRow(loaders.department, departmentId) : null,
    }),
    timeZone: t.exposeString('timeZone', { description: 'The IANA name of the time zone.' }),
    weekly: t.field({
      type: [WeeklyHoursType],
      description: `The hours of the week: at most ${MOST_WEEKLY_HOURS} entries; at any time when it is empty.`,
      resolve: (hours) => [...readOpeningHours(hours).weekly],
    }),
    holidays: t.field({
      type: [HolidayType],
      description: `The holidays by date, also past ones; at most ${MOST_HOLIDAYS}.`,
      resolve: (hours) => [...readOpeningHours(hours).holidays],
    }),
    closedUntil: t.expose('closedUntil', {
      type: 'DateTime',
      nullable: true,
      description: 'It is closed until then, whatever the rest says; null or past when it is not.',
    }),
    open: t.boolean({
      description: 'Whether it is open now.',
      resolve: (hours) => isOpen(readOpeningHours(hours), new Date()),
    }),
    opensAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'While it is closed, when it opens again. Null while it is open, and when that is not within two years.',
      resolve: (row) => {
        const hours = readOpeningHours(row)
        const now = new Date()
        return isOpen(hours, now) ? null : nextOpening(hours, now)
      },
    }),
  }),
})

builder.queryField('businessHours', (t) =>
  t.field({
    type: [BusinessHours],
    nullable: true,
    description: `The hours of the account, if it has any, and those of its channels and departments, of which at most ${MOST_OWN_HOURS} can have some. Admins only.`,
    authScopes: { admin: true },
    resolve: (_root, _args, context) => listBusinessHours(context.services, viewerOf(context)),
  }),
)

verbMutation('updateBusinessHours', {
  description: `Admins only. Sets the hours of the account, or those of a channel or department, which then apply there instead. Omitted fields are unchanged. New hours of a channel or department start as a copy of those of the account; at most ${MOST_OWN_HOURS} channels and departments can have hours.`,
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'LIMIT_REACHED', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    channelId: t.globalID({
      for: [Channel],
      required: false,
      description: 'The channel whose hours they are. Without it and `departmentId`, those of the account.',
    }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'The department whose hours they are; not together with `channelId`.',
    }),
    timeZone: t.string({ required: false, description: 'An IANA name, such as `Europe/Berlin`.' }),
    weekly: t.field({
      type: [WeeklyHoursInput],
      required: false,
      description: `All hours of the week, replacing the current ones; at most ${MOST_WEEKLY_HOURS}. At any time when it is empty.`,
    }),
    holidays: t.field({
      type: [HolidayInput],
      required: false,
      description: `All holidays, replacing the current ones; at most ${MOST_HOLIDAYS}.`,
    }),
    closedUntil: t.field({
      type: 'DateTime',
      required: false,
      description: 'Closes it until then; null opens it again.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { channelId, departmentId, ...input }, problems) =>
    updateBusinessHours(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelId: channelId?.id,
      departmentId: departmentId?.id,
    }),
  payload: (t) => ({
    businessHours: t.field(returned(BusinessHours, 'The hours, as they are now.')),
  }),
})

verbMutation('deleteBusinessHours', {
  description:
    'Admins only. Deletes hours: a channel or department has those of the account again, and without those of the account, it is always open.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [BusinessHours], description: 'The hours to delete.' }) }),
  resolve: (context, { id }) =>
    deleteBusinessHours(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('BusinessHours', 'The id of the deleted hours.')),
  }),
})
