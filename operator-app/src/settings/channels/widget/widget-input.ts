import { type WholeChannel, type WidgetSettings, widgetOf } from '../../../graphql/channels.ts'
import type { UserError } from '../../../graphql/user-errors.ts'

/** The details that a widget can ask visitors for, in the order of its form. */
export const contactFields = ['NAME', 'EMAIL', 'PHONE', 'DESCRIPTION'] as const
export type ContactField = (typeof contactFields)[number]

/** The fields of the form of a widget; missing texts are empty here. */
export interface WidgetInput
  extends Pick<
    WidgetSettings,
    | 'color'
    | 'position'
    | 'theme'
    | 'contactsForm'
    | 'contactFields'
    | 'requiredFields'
    | 'offlineForm'
    | 'hiddenOffline'
    | 'sound'
    | 'showsAnswers'
    | 'offsetX'
    | 'offsetY'
    | 'zIndex'
    | 'launcherIcon'
    | 'mailsReplies'
    | 'mailRepliesMinutes'
  > {
  name: string
  operatorIds: string[]
  /** Empty: one colour only. */
  color2: string
  locale: string
  title: string
  greeting: string
  offlineText: string
  launcherLabel: string
  /** Empty: the account's name. */
  mailSenderName: string
  /** One question in each line. */
  quickQuestions: string
  /** One website in each line. */
  origins: string
}

/** The stored settings of a widget, as its form shows them. */
export function toWidgetInput(channel: WholeChannel): WidgetInput | null {
  const widget = widgetOf(channel)
  if (!widget) return null
  const { __typename, scriptUrl, launcherShapes, logoUrl, ...settings } = widget
  const { origins, color2, locale, title, greeting, offlineText, launcherLabel, quickQuestions, ...rest } =
    settings
  const { mailSenderName, ...same } = rest
  return {
    ...same,
    name: channel.name,
    operatorIds: channel.operators.map(({ id }) => id),
    color2: color2 ?? '',
    locale: locale ?? '',
    title: title ?? '',
    greeting: greeting ?? '',
    offlineText: offlineText ?? '',
    launcherLabel: launcherLabel ?? '',
    mailSenderName: mailSenderName ?? '',
    quickQuestions: quickQuestions.join('\n'),
    origins: origins.join('\n'),
  }
}

/** The same as the mutations take it. */
export function toWidgetMutationInput({
  name,
  operatorIds,
  origins,
  quickQuestions,
  ...widget
}: WidgetInput) {
  const lists = { origins: splitLines(origins), quickQuestions: splitLines(quickQuestions) }
  return { name, operatorIds, settings: { widget: { ...widget, ...lists } } }
}

/** The lines of a text field, without blank ones. */
export function splitLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)
}

/** An error at one of several websites, with the one that it is about. */
export function nameOrigin(error: UserError, origins: string): UserError {
  const index = error.field ? error.field[error.field.indexOf('origins') + 1] : undefined
  const origin = error.field?.includes('origins') && splitLines(origins)[Number(index)]
  return origin ? { ...error, message: `${origin}: ${error.message}` } : error
}
