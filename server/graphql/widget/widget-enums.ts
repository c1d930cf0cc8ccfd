import {
  ContactField,
  ContactsFormTime,
  LauncherIcon,
  WidgetPosition,
  WidgetTheme,
} from '../../generated/prisma/enums.ts'
import { builder } from '../kit/builder.ts'

export const PositionEnum = builder.enumType(WidgetPosition, {
  name: 'WidgetPosition',
  description: 'The side of the page that a widget is on.',
  values: {
    RIGHT: { description: 'On the right.' },
    LEFT: { description: 'On the left.' },
  },
})

export const ThemeEnum = builder.enumType(WidgetTheme, {
  name: 'WidgetTheme',
  description: 'Whether a widget is light or dark.',
  values: {
    AUTO: { description: 'As on the visitor’s system.' },
    LIGHT: { description: 'Always light.' },
    DARK: { description: 'Always dark.' },
  },
})

export const LauncherIconEnum = builder.enumType(LauncherIcon, {
  name: 'LauncherIcon',
  description: 'The picture on the launcher of a widget.',
  values: {
    CHAT: { description: 'A round speech bubble.' },
    LINES: { description: 'A square speech bubble with lines of text.' },
    QUESTION: { description: 'A question mark.' },
    SMILE: { description: 'A smiling face.' },
  },
})

export const ContactsFormEnum = builder.enumType(ContactsFormTime, {
  name: 'ContactsFormTime',
  description: 'When a widget asks for contact details, if it does not have them yet.',
  values: {
    NEVER: { description: 'It does not ask.' },
    BEFORE_CHAT: { description: 'Before the first message.' },
    AFTER_FIRST_MESSAGE: { description: 'After the first message.' },
  },
})

export const ContactFieldEnum = builder.enumType(ContactField, {
  name: 'ContactField',
  description: 'A field of the contact form.',
  values: {
    NAME: { description: 'The name.' },
    EMAIL: { description: 'The e-mail address.' },
    PHONE: { description: 'The phone number.' },
    DESCRIPTION: { description: 'Anything else, as free text.' },
  },
})
