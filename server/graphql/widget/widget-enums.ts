import { ContactField, ContactsFormTime, WidgetPosition, WidgetTheme } from '../../generated/prisma/enums.ts'
import { builder } from '../builder.ts'

export const PositionEnum = builder.enumType(WidgetPosition, {
  name: 'WidgetPosition',
  description: 'At which side of the page a widget is.',
  values: {
    RIGHT: { description: 'At the right.' },
    LEFT: { description: 'At the left.' },
  },
})

export const ThemeEnum = builder.enumType(WidgetTheme, {
  name: 'WidgetTheme',
  description: 'Whether a widget is light or dark.',
  values: {
    AUTO: { description: 'As the system of the visitor is.' },
    LIGHT: { description: 'Always light.' },
    DARK: { description: 'Always dark.' },
  },
})

export const ContactsFormEnum = builder.enumType(ContactsFormTime, {
  name: 'ContactsFormTime',
  description: 'When a widget asks who the visitor is, if it does not know yet.',
  values: {
    NEVER: { description: 'It does not ask.' },
    BEFORE_CHAT: { description: 'Before the first message.' },
    AFTER_FIRST_MESSAGE: { description: 'After the first message.' },
  },
})

export const ContactFieldEnum = builder.enumType(ContactField, {
  name: 'ContactField',
  description: 'What the contacts form asks for.',
  values: {
    NAME: { description: 'The name.' },
    EMAIL: { description: 'The e-mail address.' },
    PHONE: { description: 'The phone number.' },
    DESCRIPTION: { description: 'Anything else, as a text.' },
  },
})
