import type { ArchiveSection } from '../browser/route.ts'
import { t } from '../messages/index.ts'
import { type ArchiveFields, listFields, valuesIn } from '../state/archive/archive-fields.ts'
import { useChannels, useOperators } from '../state/settings/use-lists.ts'
import { getWorkspace } from '../state/workspace.svelte.ts'

interface Option {
  value: string
  label: string
}

/** A field of the filter that is chosen from a list. */
interface Choice {
  field: keyof ArchiveFields
  label: string
  options: readonly Option[]
}

/** The same with what is chosen. */
interface Chosen extends Choice {
  /** Whether several can be chosen: what fits any of them is shown. */
  isList: boolean
  chosen: readonly string[]
  choose: (values: readonly string[]) => void
}

/** What can be chosen in a section's filter, for as long as the component that calls it. */
export function useArchiveChoices(section: () => ArchiveSection): { readonly choices: Chosen[] } {
  const { people, tags, archive } = getWorkspace()
  const { filter } = archive
  const channels = useChannels()
  // Former operators answered chats and calls, too.
  const operators = useOperators()
  const { ANSWERED, MISSED } = t.archive.outcomes

  $effect(() => {
    if (section() === 'chats') tags.require()
  })

  const type = (): Choice => ({ field: 'type', label: t.calls.type, options: words(t.calls.types) })
  const channel = (): Choice => ({
    field: 'channelId',
    label: t.archive.channel,
    options: named(channels.nodes),
  })
  const operator = (): Choice => ({
    field: 'operatorId',
    label: t.archive.sections[section()].operator,
    options: named(operators.nodes),
  })
  const department = (): Choice => ({
    field: 'departmentId',
    label: t.archive.department,
    options: named(people.departments),
  })
  const outcome = (outcomes: Record<string, string>): Choice => ({
    field: 'outcome',
    label: t.archive.outcome,
    options: words(outcomes),
  })
  const tag = (): Choice => ({ field: 'tagId', label: t.archive.tag, options: named(tags.all) })
  const rating = (): Choice => ({
    field: 'rating',
    label: t.archive.rating,
    options: words(t.archive.ratings),
  })
  const blacklisted = (): Choice => ({
    field: 'blacklisted',
    label: t.archive.blacklisted,
    options: words(t.archive.blacklist),
  })
  const choicesOf: Record<ArchiveSection, () => Choice[]> = {
    chats: () => [
      channel(),
      operator(),
      department(),
      outcome(t.archive.outcomes),
      tag(),
      rating(),
      blacklisted(),
    ],
    calls: () => [type(), channel(), operator(), outcome({ ANSWERED, MISSED }), blacklisted()],
    'offline-messages': () => [channel(), operator(), department(), blacklisted()],
  }

  return {
    get choices() {
      const fields = filter.fieldsOf(section())
      return choicesOf[section()]().map((choice) => ({
        ...choice,
        isList: listFields.some((name) => name === choice.field),
        chosen: valuesIn(fields[choice.field]),
        choose: (values: readonly string[]) => filter.set({ [choice.field]: values.join(',') }),
      }))
    },
  }
}

function named(entries: readonly { id: string; name: string }[]): Option[] {
  return entries.map(({ id, name }) => ({ value: id, label: name }))
}

function words(texts: Record<string, string>): Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}
