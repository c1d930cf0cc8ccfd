import type { AuditEntry } from '../../graphql/records.ts'
import { formatDateTime } from '../../messages/format.ts'
import { formatLanguage } from '../../messages/format-language.ts'
import { t } from '../../messages/index.ts'
import { tSettings } from '../../messages/settings.ts'

type Change = AuditEntry['changes'][number]
type Words = Readonly<Record<string, string>>

const { audit, automaticMessages, botProviders, calls, channels, developers, hours, triggers, widget } =
  tSettings
const days: Words = hours.days
const yesNo: Words = { true: audit.yes, false: audit.no }
/** The names of the values of a field on the pages where they are chosen. */
const choices: Readonly<Record<string, Words>> = {
  acceptsAny2xx: yesNo,
  allChannels: yesNo,
  botCounts: yesNo,
  botOutsideHours: yesNo,
  chunked: yesNo,
  contactFields: widget.contactField,
  contactsForm: widget.contactsForms,
  disabledReason: { GONE: developers.disabled.GONE, FAILING: developers.disabled.FAILING },
  enabled: yesNo,
  gateway: calls.gateways,
  hiddenOffline: yesNo,
  kind: channels.kinds,
  launcherIcon: widget.launcherIcons,
  offlineForm: yesNo,
  position: widget.positions,
  profile: Object.fromEntries(
    Object.entries(botProviders.profiles).map(([key, [name = key]]) => [key, name]),
  ),
  requiredFields: widget.contactField,
  role: t.roles,
  sound: yesNo,
  showsAnswers: yesNo,
  theme: widget.themes,
}
/** The fields with several values, which come as JSON. A text of a visitor may look like JSON although it is not. */
const lists = new Set([
  'addresses',
  'automaticMessages',
  'awayReasons',
  'channelIds',
  'channels',
  'contactFields',
  'countries',
  'departmentIds',
  'events',
  'holidays',
  'hours',
  'mediaHosts',
  'members',
  'operators',
  'origins',
  'quickQuestions',
  'requiredFields',
  'rules',
  'safeUrlHosts',
  'weekly',
])
/** The id of what has no name: it was deleted, or is not among the first hundred of a change, which get names. */
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/
/** More of them say less than how many they are. */
const MOST_IDS = 10
const MOMENT = /(At|Until)$/

/** The label of the field that changed. */
export function fieldName({ field }: Change): string {
  return (audit.fields as Words)[field] ?? field
}

/** One of the two values of a change, in words. */
export function describeValue(change: Change, text: string | null): string {
  if (text === null) return audit.none
  if (MOMENT.test(change.field)) return formatDateTime(text)
  if (!lists.has(change.field)) return describePart(change, text)
  const all = partsOf(JSON.parse(text)).map((part) => describePart(change, part))
  const named = all.filter((part) => !UUID.test(part))
  const others = all.length - named.length
  const parts = others > MOST_IDS ? [...named, audit.others(others)] : all
  return parts.length > 0 ? parts.join(', ') : audit.none
}

/** Triggers are a list within an object. */
function partsOf(value: unknown): unknown[] {
  if (Array.isArray(value)) return value
  return value instanceof Object && 'rules' in value ? partsOf(value.rules) : []
}

function describePart({ field, mentions }: Pick<Change, 'field' | 'mentions'>, part: unknown): string {
  if (part instanceof Object) {
    if ('day' in part && 'from' in part && 'to' in part) {
      return audit.hours(days[String(part.day)] ?? String(part.day), String(part.from), String(part.to))
    }
    if ('kind' in part && 'texts' in part) return (automaticMessages.kinds as Words)[String(part.kind)] ?? ''
    if (field === 'rules') return 'name' in part && part.name ? String(part.name) : triggers.untitled
    // A row of a relation, which has the id of the other side only.
    return Object.values(part)
      .map((id) => describePart({ field, mentions }, id))
      .join(', ')
  }
  const text = String(part)
  // A picture has no other name.
  if (field === 'logoId') return widget.logo
  if (field === 'events') return text.toLowerCase()
  if (field === 'locale') return formatLanguage(text)
  return mentions.find((mention) => mention.text === text)?.name ?? choices[field]?.[text] ?? text
}
