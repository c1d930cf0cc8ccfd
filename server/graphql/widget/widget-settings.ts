import type { Channel, WidgetSettings as WidgetRow } from '../../generated/prisma/client.ts'
import { builder } from '../builder.ts'
import { ContactFieldEnum, ContactsFormEnum, PositionEnum, ThemeEnum } from './widget-enums.ts'

/** The settings' row of a widget, with its channel. */
export interface WidgetOfChannel {
  channel: Channel
  row: WidgetRow
}

const TRIGGERS =
  'The triggers: `{"rules": [{"id", "name", "enabled", "conditions": [{"type", …}], "actions": [{"type", …}], "repeat"}]}`; at most 50 rules.'

export const WidgetSettings = builder.objectRef<WidgetOfChannel>('WidgetSettings').implement({
  description: 'The settings of a widget: a script on a website.',
  fields: (t) => ({
    scriptUrl: t.string({
      description: 'The address of the script that the website includes, with the id of this widget.',
      resolve: ({ channel }, _args, { services }) =>
        `${services.env.http.publicUrl}/widget/${channel.publicId}`,
    }),
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
      description: 'Where it is.',
      resolve: ({ row }) => row.position,
    }),
    theme: t.field({ type: ThemeEnum, description: 'Light or dark.', resolve: ({ row }) => row.theme }),
    locale: t.string({
      nullable: true,
      description: 'Its language, as BCP 47 writes it. Null: that of the page or the browser.',
      resolve: ({ row }) => row.locale,
    }),
    title: t.string({
      nullable: true,
      description: 'What stands above the conversation. Null: the name of the channel.',
      resolve: ({ row }) => row.title,
    }),
    greeting: t.string({
      nullable: true,
      description: 'What stands in an empty conversation. Null: words of the widget in its language.',
      resolve: ({ row }) => row.greeting,
    }),
    offlineText: t.string({
      nullable: true,
      description: 'The same while nobody is there.',
      resolve: ({ row }) => row.offlineText,
    }),
    origins: t.stringList({
      description: 'The websites where it works, such as https://example.com; at most 100. Empty: on any.',
      resolve: ({ row }) => row.origins,
    }),
    contactsForm: t.field({
      type: ContactsFormEnum,
      description: 'When it asks who the visitor is.',
      resolve: ({ row }) => row.contactsForm,
    }),
    contactFields: t.field({
      type: [ContactFieldEnum],
      description: 'What it asks for, at most 4 fields.',
      resolve: ({ row }) => row.contactFields,
    }),
    requiredFields: t.field({
      type: [ContactFieldEnum],
      description: 'What the visitor must fill in of it, at most 4 fields.',
      resolve: ({ row }) => row.requiredFields,
    }),
    offlineForm: t.boolean({
      description: 'Whether a message can be left while nobody is there.',
      resolve: ({ row }) => row.offlineForm,
    }),
    hiddenOffline: t.boolean({
      description: 'Whether nothing is shown while nobody is there.',
      resolve: ({ row }) => row.hiddenOffline,
    }),
    sound: t.boolean({
      description: 'Whether a new message makes a sound.',
      resolve: ({ row }) => row.sound,
    }),
    rules: t.field({ type: 'JSON', description: TRIGGERS, resolve: ({ row }) => row.rules }),
    triggerCounts: t.field({
      type: [TriggerCount],
      description: 'How often each trigger was shown and answered, at most 500 of them.',
      resolve: ({ channel }, _args, { services }) =>
        services.db.triggerCount.findMany({ where: { channelId: channel.id }, take: 500 }),
    }),
  }),
})

const TriggerCount = builder.prismaObject('TriggerCount', {
  description: 'How often a trigger was met.',
  fields: (t) => ({
    rule: t.exposeString('ruleId', { description: 'The `id` of the rule.' }),
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
    origins: t.stringList({ required: false, description: 'All websites where it works; at most 100.' }),
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
    rules: t.field({ type: 'JSON', required: false, description: 'See `WidgetSettings.rules`.' }),
  }),
})
