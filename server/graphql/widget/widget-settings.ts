import { launcherShapes } from '../../domain/channels/launcher-shapes.ts'
import type { Channel, WidgetSettings as WidgetRow } from '../../generated/prisma/client.ts'
import { LauncherIcon } from '../../generated/prisma/enums.ts'
import { MAX_LIST } from '../kit/bounds.ts'
import { builder } from '../kit/builder.ts'
import { shownSettings } from './shown-settings.ts'
import {
  ContactFieldEnum,
  ContactsFormEnum,
  LauncherIconEnum,
  PositionEnum,
  ThemeEnum,
} from './widget-enums.ts'

/** The settings' row of a widget, with its channel. */
export interface WidgetOfChannel {
  channel: Channel
  row: WidgetRow
}

const LauncherShape = builder.objectRef<LauncherIcon>('LauncherShape').implement({
  description: 'A picture that a launcher can have.',
  fields: (t) => ({
    icon: t.field({
      type: LauncherIconEnum,
      description: 'Its name in the settings.',
      resolve: (icon) => icon,
    }),
    shape: t.string({
      description: 'Its outline, as a value of `clip-path` (CSS) on a square of 24 pixels.',
      resolve: (icon) => launcherShapes[icon],
    }),
  }),
})

export const WidgetSettings = builder.objectRef<WidgetOfChannel>('WidgetSettings').implement({
  description: 'The settings of a widget: a script on a website.',
  fields: (t) => ({
    scriptUrl: t.string({
      description: 'The address of the script that the website includes, with the id of this widget.',
      resolve: ({ channel }, _args, { services }) =>
        `${services.env.http.publicUrl}/widget/${channel.publicId}`,
    }),
    ...shownSettings(t),
    title: t.string({
      nullable: true,
      description: 'The text above the conversation. Null for the name of the channel.',
      resolve: ({ row }) => row.title,
    }),
    launcherShapes: t.field({
      type: [LauncherShape],
      description: 'The pictures that a launcher can have; at most 20.',
      resolve: () => Object.values(LauncherIcon),
    }),
    origins: t.stringList({
      description:
        'The websites where it works, such as https://example.com; at most 100. If empty, it works on any website.',
      resolve: ({ row }) => row.origins,
    }),
    mailsReplies: t.boolean({
      description:
        'Whether replies that a visitor has left without seeing go to them by mail, if their address is known.',
      resolve: ({ row }) => row.mailsReplies,
    }),
    mailRepliesMinutes: t.int({
      description: 'How many minutes after the first of these replies the mail is sent.',
      resolve: ({ row }) => row.mailRepliesMinutes,
    }),
    mailSenderName: t.string({
      nullable: true,
      description: 'Who these mails are from. Null for the name of the account.',
      resolve: ({ row }) => row.mailSenderName,
    }),
    triggerCounts: t.field({
      type: [TriggerCount],
      description: `How often each trigger was shown and answered; at most ${MAX_LIST} of them.`,
      resolve: ({ channel }, _args, { loaders }) => loaders.triggerCountsOfChannel.load(channel.id),
    }),
  }),
})

const TriggerCount = builder.prismaObject('TriggerCount', {
  description: 'How often a trigger was shown and answered.',
  fields: (t) => ({
    ruleId: t.exposeString('ruleId', { description: 'The `id` of the rule.' }),
    shown: t.exposeInt('shown', { description: 'How often it was shown to a visitor.' }),
    answered: t.exposeInt('answered', { description: 'How often the visitor wrote because of it.' }),
  }),
})

export const WidgetSettingsInput = builder.inputType('WidgetSettingsInput', {
  description: 'The settings of a widget. Omitted fields are unchanged, or have their defaults in a new one.',
  fields: (t) => ({
    color: t.string({ required: false, description: 'See `WidgetSettings.color`.' }),
    color2: t.string({ required: false, description: 'See `WidgetSettings.color2`; blank removes it.' }),
    position: t.field({ type: PositionEnum, required: false, description: 'See `WidgetSettings.position`.' }),
    theme: t.field({ type: ThemeEnum, required: false, description: 'See `WidgetSettings.theme`.' }),
    locale: t.string({ required: false, description: 'See `WidgetSettings.locale`; blank removes it.' }),
    title: t.string({ required: false, description: 'Up to 60 characters; blank removes it.' }),
    greeting: t.string({ required: false, description: 'Up to 500 characters; blank removes it.' }),
    offlineText: t.string({ required: false, description: 'Up to 500 characters; blank removes it.' }),
    origins: t.stringList({
      required: false,
      description:
        'All websites where it works, replacing the current ones; at most 100. See `WidgetSettings.origins`.',
    }),
    contactsForm: t.field({
      type: ContactsFormEnum,
      required: false,
      description: 'See `WidgetSettings.contactsForm`.',
    }),
    contactFields: t.field({
      type: [ContactFieldEnum],
      required: false,
      description: 'See `WidgetSettings.contactFields`.',
    }),
    requiredFields: t.field({
      type: [ContactFieldEnum],
      required: false,
      description: 'See `WidgetSettings.requiredFields`.',
    }),
    offlineForm: t.boolean({ required: false, description: 'See `WidgetSettings.offlineForm`.' }),
    hiddenOffline: t.boolean({ required: false, description: 'See `WidgetSettings.hiddenOffline`.' }),
    sound: t.boolean({ required: false, description: 'See `WidgetSettings.sound`.' }),
    showsAnswers: t.boolean({ required: false, description: 'See `WidgetSettings.showsAnswers`.' }),
    rules: t.field({ type: 'JSON', required: false, description: 'See `WidgetSettings.rules`.' }),
    offsetX: t.int({ required: false, description: 'See `WidgetSettings.offsetX`; 20 by default.' }),
    offsetY: t.int({ required: false, description: 'See `WidgetSettings.offsetY`; 20 by default.' }),
    zIndex: t.int({ required: false, description: 'See `WidgetSettings.zIndex`; 2,147,483,000 by default.' }),
    launcherIcon: t.field({
      type: LauncherIconEnum,
      required: false,
      description: 'See `WidgetSettings.launcherIcon`.',
    }),
    launcherLabel: t.string({ required: false, description: 'Up to 24 characters; blank removes it.' }),
    quickQuestions: t.stringList({
      required: false,
      description: 'All questions, replacing the current ones: at most 4 of up to 80 characters each.',
    }),
    mailsReplies: t.boolean({
      required: false,
      description: 'See `WidgetSettings.mailsReplies`; false by default.',
    }),
    mailRepliesMinutes: t.int({
      required: false,
      description: 'See `WidgetSettings.mailRepliesMinutes`: 1 to 1440; 5 by default.',
    }),
    mailSenderName: t.string({ required: false, description: 'Up to 60 characters; blank removes it.' }),
  }),
})
