import { createSavedView } from '../domain/saved-views/create-saved-view.ts'
import { deleteSavedView } from '../domain/saved-views/delete-saved-view.ts'
import { MAX_PINS, pinSavedView } from '../domain/saved-views/pin-saved-view.ts'
import { MAX_SHARED_VIEWS, MAX_VIEWS } from '../domain/saved-views/require-room.ts'
import { MAX_ENTRIES, MAX_UNANSWERED_MINUTES } from '../domain/saved-views/saved-filter.ts'
import { updateSavedView } from '../domain/saved-views/update-saved-view.ts'
import type { SavedView as SavedViewRow } from '../generated/prisma/client.ts'
import { Channel } from './channels.ts'
import { ChatRatingEnum, ChatStatusEnum } from './chats.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { deletedId } from './kit/payload-fields.ts'
import { verbMutation, withNodeIds } from './kit/verb-mutation.ts'
import { Operator } from './operators.ts'
import { SavedView, ViewOrderEnum, ViewSharingEnum } from './saved-views.ts'
import { Tag } from './tags.ts'

const SavedViewFilterInput = builder.inputType('SavedViewFilterInput', {
  description: `Which chats a view shows: see the same fields of \`ChatFilter\`. Lists have 1 to ${MAX_ENTRIES} entries. Omitted fields do not restrict.`,
  fields: (given) => {
    const t = withNodeIds(given)
    const optional = { required: false } as const
    return {
      status: t.field({
        ...optional,
        type: [ChatStatusEnum],
        description: 'Their status; by default, all open chats.',
      }),
      channelIds: t.globalIDList({ ...optional, for: [Channel], description: 'Their channels.' }),
      departmentIds: t.globalIDList({ ...optional, for: [Department], description: 'Their departments.' }),
      operatorIds: t.globalIDList({
        ...optional,
        for: [Operator],
        description: 'The operators in them; `[]` for chats that nobody is in.',
      }),
      tagIds: t.globalIDList({
        ...optional,
        for: [Tag],
        description: 'Their tags; `[]` for chats without any.',
      }),
      mine: t.boolean({
        ...optional,
        description: 'Whether the operator who looks at the view is in them.',
      }),
      ratings: t.field({ ...optional, type: [ChatRatingEnum], description: 'How the visitor rated them.' }),
      unansweredMinutes: t.int({
        ...optional,
        description: `The visitor has waited for an operator for at least so many minutes; 0 to ${MAX_UNANSWERED_MINUTES}.`,
      }),
      hasFailedDeliveries: t.boolean({
        ...optional,
        description: 'Whether a message could not be delivered.',
      }),
      snoozed: t.boolean({ ...optional, description: 'Whether they are snoozed; by default, they are not.' }),
      visitorOnSite: t.boolean({ ...optional, description: 'Whether the visitor is on the website now.' }),
    }
  },
})

/** The input with plain ids. */
function readFilter(filter: typeof SavedViewFilterInput.$inferInput) {
  const { channelIds, departmentIds, operatorIds, tagIds, ...others } = filter
  const plain = (ids: readonly { id: string }[] | null | undefined) => ids?.map(({ id }) => id)
  return {
    ...others,
    channelIds: plain(channelIds),
    departmentIds: plain(departmentIds),
    operatorIds: plain(operatorIds),
    tagIds: plain(tagIds),
  }
}

const savedView = {
  type: SavedView,
  nullable: true,
  description: 'The view, as it is now.',
  resolve: ({ value }: { value: SavedViewRow | null }) => value,
} as const

const SHARING =
  'Who has it. Everybody can share with the account and with their own departments, admins with every department.'

verbMutation('createSavedView', {
  description: `Saves a view of the inbox. An operator can have ${MAX_VIEWS} views, and an account ${MAX_SHARED_VIEWS} shared ones.`,
  errors: ['BLANK', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'LIMIT_REACHED', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: '1 to 100 characters.' }),
    filter: t.field({ type: SavedViewFilterInput, description: 'Which chats it shows.' }),
    order: t.field({
      type: ViewOrderEnum,
      defaultValue: 'LATEST_ACTIVITY',
      description: 'In which order it shows them.',
    }),
    sharing: t.field({
      type: ViewSharingEnum,
      required: false,
      description: `${SHARING} By default DEPARTMENT with \`departmentId\`, else PERSONAL.`,
    }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'The department that it is shared with, if it is.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { filter, departmentId, ...input }, problems) =>
    createSavedView(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      filter: readFilter(filter),
      departmentId: departmentId?.id,
    }),
  payload: (t) => ({ savedView: t.field(savedView) }),
})

verbMutation('updateSavedView', {
  description: 'Changes a saved view: its maker, or an admin if it is shared. Omitted fields are unchanged.',
  errors: ['BLANK', 'INVALID', 'LIMIT_REACHED', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [SavedView], description: 'The view to change.' }),
    name: t.string({ required: false, description: '1 to 100 characters.' }),
    filter: t.field({
      type: SavedViewFilterInput,
      required: false,
      description: 'Which chats it shows. Replaces the whole filter.',
    }),
    order: t.field({ type: ViewOrderEnum, required: false, description: 'In which order it shows them.' }),
    sharing: t.field({ type: ViewSharingEnum, required: false, description: SHARING }),
    departmentId: t.globalID({
      for: [Department],
      required: false,
      description: 'The department that it is shared with from now on.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, { id, filter, departmentId, ...input }, problems) =>
    updateSavedView(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      id: id.id,
      filter: filter && readFilter(filter),
      departmentId: departmentId?.id,
    }),
  payload: (t) => ({ savedView: t.field(savedView) }),
})

verbMutation('deleteSavedView', {
  description: 'Deletes a saved view for everybody who has it: its maker, or an admin if it is shared.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [SavedView], description: 'The view to delete.' }) }),
  resolve: (context, { id }) => deleteSavedView(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('SavedView', 'The id of the deleted view.')),
  }),
})

verbMutation('pinSavedView', {
  description: `Puts a saved view among the first ones of the viewer, or takes it from there. At most ${MAX_PINS} can be pinned.`,
  errors: ['LIMIT_REACHED', 'NOT_FOUND'],
  input: (t) => ({
    id: t.globalID({ for: [SavedView], description: 'The view.' }),
    pinned: t.boolean({ description: 'Whether it is pinned.' }),
  }),
  resolve: (context, { id, pinned }) =>
    pinSavedView(context.services, { viewer: viewerOf(context), id: id.id, pinned }),
  payload: (t) => ({ savedView: t.field(savedView) }),
})
