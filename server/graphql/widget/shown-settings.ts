import { publicFileUrl } from '../../domain/files/file-url.ts'
import type { WidgetSettings as WidgetRow } from '../../generated/prisma/client.ts'
import type { Types } from '../kit/builder.ts'
import {
  ContactFieldEnum,
  ContactsFormEnum,
  LauncherIconEnum,
  PositionEnum,
  ThemeEnum,
} from './widget-enums.ts'

/** The settings that the visitors of a widget are shown as they are: fields of whatever has its row. */
export function shownSettings<Shape extends { row: WidgetRow }>(
  t: PothosSchemaTypes.ObjectFieldBuilder<Types, Shape>,
) {
  return {
    color: t.string({
      description: 'The colour of the launcher, the header and the visitor’s messages: # and six digits.',
      resolve: ({ row }) => row.color,
    }),
    color2: t.string({
      nullable: true,
      description: 'The other end of a gradient. Null for a single colour.',
      resolve: ({ row }) => row.color2,
    }),
    position: t.field({
      type: PositionEnum,
      description: 'On which side of the page it is.',
      resolve: ({ row }) => row.position,
    }),
    theme: t.field({
      type: ThemeEnum,
      description: 'Whether it is light or dark.',
      resolve: ({ row }) => row.theme,
    }),
    locale: t.string({
      nullable: true,
      description: 'Its language (BCP 47). Null for the language of the page or the browser.',
      resolve: ({ row }) => row.locale,
    }),
    greeting: t.string({
      nullable: true,
      description: 'The text in an empty conversation. Null for the widget’s own, in its language.',
      resolve: ({ row }) => row.greeting,
    }),
    offlineText: t.string({
      nullable: true,
      description: 'The same while nobody is available.',
      resolve: ({ row }) => row.offlineText,
    }),
    contactsForm: t.field({
      type: ContactsFormEnum,
      description: 'When it asks for contact details.',
      resolve: ({ row }) => row.contactsForm,
    }),
    contactFields: t.field({
      type: [ContactFieldEnum],
      description: 'What it asks for; at most 4 fields.',
      resolve: ({ row }) => row.contactFields,
    }),
    requiredFields: t.field({
      type: [ContactFieldEnum],
      description: 'Which of these fields the visitor must fill in; at most 4.',
      resolve: ({ row }) => row.requiredFields,
    }),
    offlineForm: t.boolean({
      description: 'Whether visitors can leave a message while nobody is available.',
      resolve: ({ row }) => row.offlineForm,
    }),
    hiddenOffline: t.boolean({
      description:
        'Whether the widget is hidden while nobody is available. Visitors with an open chat or an unread answer still see it.',
      resolve: ({ row }) => row.hiddenOffline,
    }),
    sound: t.boolean({
      description: 'Whether a new message makes a sound.',
      resolve: ({ row }) => row.sound,
    }),
    showsAnswers: t.boolean({
      description:
        'Whether the last answer that the visitor has not read is shown beside the launcher while the chat is closed.',
      resolve: ({ row }) => row.showsAnswers,
    }),
    rules: t.field({
      type: 'JSON',
      description:
        'The triggers: `{"rules": [{"id", "name", "enabled", "conditions": [{"type", …}], "actions": [{"type", …}], "repeat"}]}`; at most 50 rules.',
      resolve: ({ row }) => row.rules,
    }),
    offsetX: t.int({
      description: 'The distance of the launcher from its side of the page, in CSS pixels: 0 to 400.',
      resolve: ({ row }) => row.offsetX,
    }),
    offsetY: t.int({
      description: 'The distance of the launcher from the bottom of the page, in CSS pixels: 0 to 400.',
      resolve: ({ row }) => row.offsetY,
    }),
    zIndex: t.int({
      description:
        'Its place in the stacking order of the page, as `z-index` of CSS: 1 to 2,147,483,647. What has a greater one, such as a cookie bar, is in front of it.',
      resolve: ({ row }) => row.zIndex,
    }),
    launcherIcon: t.field({
      type: LauncherIconEnum,
      description: 'The picture on the launcher.',
      resolve: ({ row }) => row.launcherIcon,
    }),
    launcherLabel: t.string({
      nullable: true,
      description: 'Words beside this picture. Null for the picture alone.',
      resolve: ({ row }) => row.launcherLabel,
    }),
    logoUrl: t.string({
      nullable: true,
      description: 'The address of the company’s logo, at most 320 pixels wide. Null without one.',
      resolve: async ({ row }, _args, { loaders, services }) => {
        const key = row.logoId && (await loaders.pictureKey.load(row.logoId))
        return key ? publicFileUrl(services.env, key) : null
      },
    }),
    quickQuestions: t.stringList({
      description: 'What the first view offers to ask with one press; at most 4 questions.',
      resolve: ({ row }) => row.quickQuestions,
    }),
  }
}
