import type { ReportFigures as ReportFiguresShape } from '../domain/reports/report-figures.ts'
import { OTHER_PAGES } from '../domain/reports/rollups/packed-facts.ts'
import { Bot } from './bots.ts'
import { Channel } from './channels.ts'
import { Department } from './departments.ts'
import { builder } from './kit/builder.ts'
import { Operator } from './operators.ts'
import type { ReportedDimension } from './report-dimension.ts'
import { ReportFigures } from './report-figures.ts'
import { Tag } from './tags.ts'

interface RowShape {
  key: string
  by: ReportedDimension
  figures: ReportFiguresShape
  before: ReportFiguresShape | null
}

/** A row of a report. */
export const ReportRow = builder.objectRef<RowShape>('ReportRow').implement({
  description:
    'The figures of one value of a dimension, which is in the field of that name. All of these fields are null for the chats without a value, and for a value that was deleted.',
  fields: (t) => ({
    channel: t.field({
      type: Channel,
      nullable: true,
      description: 'The channel. Null for other dimensions.',
      resolve: ({ by, key }, _args, { loaders }) =>
        by === 'CHANNEL' && key ? loaders.channel.load(key) : null,
    }),
    department: t.field({
      type: Department,
      nullable: true,
      description: 'The department. Null for other dimensions.',
      resolve: ({ by, key }, _args, { loaders }) =>
        by === 'DEPARTMENT' && key ? loaders.department.load(key) : null,
    }),
    operator: t.field({
      type: Operator,
      nullable: true,
      description: 'The operator. Null for other dimensions.',
      resolve: ({ by, key }, _args, { loaders }) =>
        by === 'OPERATOR' && key ? loaders.user.load(key) : null,
    }),
    tag: t.field({
      type: Tag,
      nullable: true,
      description: 'The tag. Null for other dimensions.',
      resolve: ({ by, key }, _args, { loaders }) => (by === 'TAG' && key ? loaders.tag.load(key) : null),
    }),
    bot: t.field({
      type: Bot,
      nullable: true,
      description: 'The bot. Null for other dimensions.',
      resolve: ({ by, key }, _args, { loaders }) => (by === 'BOT' && key ? loaders.bot.load(key) : null),
    }),
    country: t.string({
      nullable: true,
      description: 'The country (ISO 3166-1 alpha-2). Null for other dimensions.',
      resolve: ({ by, key }) => (by === 'COUNTRY' && key ? key : null),
    }),
    page: t.string({
      nullable: true,
      description: `The address of the page; \`${OTHER_PAGES}\` is all pages that are not listed separately. Null for other dimensions.`,
      resolve: ({ by, key }) => (by === 'PAGE' && key ? key : null),
    }),
    hour: t.int({
      nullable: true,
      description: 'The hour of the week, from 0 (Monday at midnight) to 167. Null for other dimensions.',
      resolve: ({ by, key }) => (by === 'HOUR' ? Number(key) : null),
    }),
    isDeleted: t.boolean({
      description: 'Whether it has a value that does not exist any more.',
      resolve: async ({ by, key }, _args, { loaders }) => {
        const loader = {
          CHANNEL: loaders.channel,
          DEPARTMENT: loaders.department,
          OPERATOR: loaders.user,
          TAG: loaders.tag,
          BOT: loaders.bot,
          COUNTRY: null,
          PAGE: null,
          HOUR: null,
        }[by]
        return loader !== null && key !== '' && (await loader.load(key)) === null
      },
    }),
    figures: t.expose('figures', { type: ReportFigures, description: 'Its chats.' }),
    before: t.expose('before', {
      type: ReportFigures,
      nullable: true,
      description: 'Its chats in the previous period. Null when the report does not compare.',
    }),
  }),
})
