import { createTag, MOST_TAGS } from '../domain/tags/create-tag.ts'
import { deleteTag } from '../domain/tags/delete-tag.ts'
import { mayCreateTags } from '../domain/tags/may-create-tags.ts'
import { MOST_TAGS_OF_CHAT } from '../domain/tags/tag-chats.ts'
import { LONGEST_TAG_NAME } from '../domain/tags/tag-fields.ts'
import { updateTag } from '../domain/tags/update-tag.ts'
import type { Tag as TagRow } from '../generated/prisma/client.ts'
import { TagColor } from '../generated/prisma/enums.ts'
import { Channel } from './channels.ts'
import { Chat } from './chats.ts'
import { MAX_LIST } from './kit/bounds.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import type { Loaders } from './kit/loaders.ts'
import { deletedId } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Viewer } from './viewer.ts'

const TagColorEnum = builder.enumType(TagColor, {
  name: 'TagColor',
  description: 'The color of a tag, by its name: which shade is readable depends on the background.',
  values: Object.fromEntries(
    Object.values(TagColor).map((color) => [
      color,
      { description: `${color.charAt(0)}${color.slice(1).toLowerCase()}.` },
    ]),
  ) as Record<TagColor, { description: string }>,
})

export const Tag = builder.prismaNode('Tag', {
  id: { field: 'id' },
  nullable: true,
  description: 'What operators sort chats by: a topic, a product, a campaign.',
  findUnique: (id, context) => ({ id, accountId: viewerOf(context).accountId }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, unique in the account regardless of case.' }),
    color: t.expose('color', { type: TagColorEnum, description: 'Its color.' }),
    description: t.exposeString('description', { description: 'When to use it; up to 200 characters.' }),
    channels: t.field({
      type: [Channel],
      description: `The channels on whose chats it is suggested first, as far as the viewer sees them; at most ${MAX_LIST}.`,
      resolve: async ({ channelIds }, _args, { loaders, viewer }) => {
        const ids = channelIds.slice(0, MAX_LIST)
        const channels = await Promise.all(ids.map((id) => loaders.channel.load(id)))
        const isSeen = (id: string) => !viewer?.channelIds || viewer.channelIds.includes(id)
        return channels
          .filter((channel) => channel !== null)
          .filter(({ id, deletedAt }) => !deletedAt && isSeen(id))
      },
    }),
    archived: t.boolean({
      description: 'Whether it is archived: it stays on the chats that have it, and can be put on no others.',
      resolve: ({ archivedAt }) => archivedAt !== null,
    }),
    chatCount: t.int({
      nullable: true,
      description:
        'How many chats have it, counted up to 1000. A tag that no chat has can be deleted. Null for all but admins.',
      resolve: ({ id }, _args, { loaders, viewer }) =>
        viewer?.role === 'ADMIN' ? loaders.chatsOfTag.load(id) : null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

/** The tags with these ids that exist. */
export async function loadTags(loaders: Loaders, ids: readonly string[]): Promise<TagRow[]> {
  return (await Promise.all(ids.map((id) => loaders.tag.load(id)))).filter((tag) => tag !== null)
}

builder.prismaObjectField(Chat, 'tags', (t) =>
  t.field({
    type: [Tag],
    description: `Its tags, in the order in which they were put on it; at most ${MOST_TAGS_OF_CHAT}.`,
    resolve: ({ tagIds }, _args, { loaders }) => loadTags(loaders, tagIds),
  }),
)

builder.objectField(Viewer, 'mayCreateTags', (t) =>
  t.boolean({
    description: 'Whether the viewer may call `createTag`.',
    resolve: (viewer, _args, { services }) => mayCreateTags(services.db, viewer),
  }),
)

const TagConnection = connectionOf('Tag', Tag, { counted: 'always' })

builder.queryField('tags', (t) =>
  t.prismaConnection(
    {
      type: Tag,
      cursor: 'id',
      description: `The tags of the account, by name; an account has at most ${MOST_TAGS}.`,
      authScopes: { signedIn: true },
      totalCount: (_root, _args, context) =>
        context.services.db.tag.count({ where: { accountId: viewerOf(context).accountId } }),
      resolve: (query, _root, _args, context) =>
        listPage(
          context,
          query,
          { table: 'Tag' },
          context.services.db.tag.findMany({
            ...query,
            where: { accountId: viewerOf(context).accountId },
            orderBy: [{ name: 'asc' }, { id: 'asc' }],
          }),
        ),
    },
    TagConnection,
  ),
)

const tagNow = {
  type: Tag,
  nullable: true,
  description: 'The tag, as it is now.',
  resolve: ({ value }: { value: TagRow | null }) => value,
} as const

const NAME = `1 to ${LONGEST_TAG_NAME} characters.`
const DESCRIPTION = 'When to use it; up to 200 characters.'

verbMutation('createTag', {
  description: `Creates a tag. Operators may do it where \`ChatSettings.operatorsCreateTags\` is true, admins always. An account can have ${MOST_TAGS}.`,
  errors: [
    'BLANK',
    'FORBIDDEN',
    'IDEMPOTENCY_KEY_REUSED',
    'INVALID',
    'LIMIT_REACHED',
    'NOT_FOUND',
    'TAKEN',
    'TOO_LONG',
  ],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: NAME }),
    color: t.field({
      type: TagColorEnum,
      required: false,
      description: 'Its color; by default the colors take turns.',
    }),
    description: t.string({ required: false, description: DESCRIPTION }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `Admins only: the channels on whose chats it is suggested first; at most ${MAX_LIST}.`,
    }),
  }),
  joinsProblems: true,
  resolve: (context, { channelIds, ...input }, problems) =>
    createTag(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      channelIds: channelIds?.map(({ id }) => id),
    }),
  payload: (t) => ({ tag: t.field(tagNow) }),
})

verbMutation('updateTag', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'NOT_FOUND', 'TAKEN', 'TOO_LONG'],
  input: (t) => ({
    id: t.globalID({ for: [Tag], description: 'The tag to change.' }),
    name: t.string({ required: false, description: NAME }),
    color: t.field({ type: TagColorEnum, required: false, description: 'Its color.' }),
    description: t.string({ required: false, description: DESCRIPTION }),
    channelIds: t.globalIDList({
      for: [Channel],
      required: false,
      description: `All channels on whose chats it is suggested first, replacing the current ones; at most ${MAX_LIST}.`,
    }),
    archived: t.boolean({ required: false, description: 'True archives it, false restores it.' }),
  }),
  joinsProblems: true,
  resolve: (context, { id, channelIds, ...input }, problems) =>
    updateTag(context.services, {
      viewer: viewerOf(context),
      problems,
      ...input,
      id: id.id,
      channelIds: channelIds?.map((channel) => channel.id),
    }),
  payload: (t) => ({ tag: t.field(tagNow) }),
})

verbMutation('deleteTag', {
  description: 'Admins only. Deletes a tag that no chat has; IN_USE for others, which can be archived.',
  errors: ['FORBIDDEN', 'IN_USE', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Tag], description: 'The tag to delete.' }) }),
  resolve: (context, { id }) => deleteTag(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('Tag', 'The id of the deleted tag.')),
  }),
})
