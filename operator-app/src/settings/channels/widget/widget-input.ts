import type { Channel, WidgetSettings } from '../../../graphql/channels.ts'

type Texts = 'title' | 'greeting' | 'offlineText' | 'color2' | 'locale'

/** What the form of a website widget edits. Blank stands for what is not set. */
export interface WidgetInput
  extends Record<Texts, string>,
    Omit<WidgetSettings, Texts | '__typename' | 'origins' | 'scriptUrl'> {
  name: string
  operatorIds: string[]
  /** One on each line. */
  origins: string
}

/** What a new widget starts with. */
export function newWidget(operatorId: string): WidgetInput {
  return {
    name: '',
    operatorIds: [operatorId],
    title: '',
    greeting: '',
    offlineText: '',
    color: '#2f5bea',
    color2: '',
    position: 'RIGHT',
    theme: 'AUTO',
    locale: '',
    contactsForm: 'NEVER',
    contactFields: ['NAME', 'EMAIL'],
    requiredFields: [],
    offlineForm: true,
    hiddenOffline: false,
    sound: true,
    origins: '',
  }
}

/** What is stored, as the form edits it. */
export function toWidgetInput({ name, operators }: Channel, widget: WidgetSettings): WidgetInput {
  const { __typename, scriptUrl, origins, title, greeting, offlineText, color2, locale, ...others } = widget
  return {
    ...others,
    name,
    operatorIds: operators.map(({ id }) => id),
    title: title ?? '',
    greeting: greeting ?? '',
    offlineText: offlineText ?? '',
    color2: color2 ?? '',
    locale: locale ?? '',
    origins: origins.join('\n'),
  }
}

/** The same as the mutations take it. */
export function toWidgetMutationInput({ name, operatorIds, origins, ...widget }: WidgetInput) {
  const { contactFields, requiredFields } = widget
  return {
    name,
    operatorIds,
    settings: {
      widget: {
        ...widget,
        // What is not asked for cannot be required.
        requiredFields: requiredFields.filter((field) => contactFields.includes(field)),
        origins: origins.split(/\s+/).filter(Boolean),
      },
    },
  }
}
