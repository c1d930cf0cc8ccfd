import { t } from '../messages/index.ts'
import type { ViewFilter } from '../state/inbox/view-filter.ts'
import { useChannels } from '../state/settings/use-lists.ts'
import { getWorkspace } from '../state/workspace.svelte.ts'

/** In place of an id: chats that nobody is in. */
const NOBODY = 'nobody'
/** In place of an id: chats without tags. */
const UNTAGGED = 'none'
/** For how long a visitor has waited, in minutes. */
const WAITS = [0, 5, 15, 60, 240, 1440] as const

interface Option {
  value: string
  label: string
}

/** A field of the filter above the list: what can be chosen, and what is. */
export interface FilterField {
  name: keyof ViewFilter
  label: string
  options: readonly Option[]
  /** Whether several can be chosen: what fits any of them is shown. */
  isList: boolean
  /** What is chosen, as the values of options. */
  chosen: readonly string[]
  choose: (values: readonly string[]) => void
}

/** The fields of the filter, for as long as the component that calls it. */
export function useFilterFields(): { readonly fields: FilterField[] } {
  const workspace = getWorkspace()
  const { filter, people, tags } = workspace
  tags.require()
  const channels = useChannels()
  const set = (change: Parameters<typeof filter.set>[0]) => filter.set(change)

  const list = (
    name: 'status' | 'channelIds' | 'departmentIds' | 'operatorIds' | 'tagIds' | 'ratings',
    label: string,
    options: readonly Option[],
  ): FilterField => ({
    name,
    label,
    options,
    isList: true,
    chosen: filter.filter[name] ?? [],
    choose: (values) => set({ [name]: values.length === 0 ? undefined : values }),
  })
  /** A list of ids, which is empty for what has none of them: that is an option of its own. */
  const orNone = (name: 'operatorIds' | 'tagIds', none: Option, others: readonly Option[]): FilterField => {
    const ids = filter.filter[name]
    return {
      ...list(name, t.views.fields[name], [none, ...others]),
      chosen: ids?.length === 0 ? [none.value] : (ids ?? []),
      choose: (values) => {
        const chosen = values.at(-1) === none.value ? [] : values.filter((value) => value !== none.value)
        set({ [name]: values.length === 0 ? undefined : chosen })
      },
    }
  }
  const flag = (name: 'mine' | 'hasFailedDeliveries' | 'visitorOnSite', label: string): FilterField => ({
    name,
    label,
    options: [
      { value: 'true', label: t.views.yes },
      { value: 'false', label: t.views.no },
    ],
    isList: false,
    chosen: filter.filter[name] === undefined ? [] : [String(filter.filter[name])],
    choose: ([value]) => set({ [name]: value === undefined ? undefined : value === 'true' }),
  })
  const operator = (): FilterField => {
    const known = [...people.active].sort((a, b) => a.name.localeCompare(b.name))
    return orNone('operatorIds', { value: NOBODY, label: t.views.nobody }, named(known))
  }
  const mine = (): FilterField => flag('mine', t.views.fields.mine)
  const tag = (): FilterField =>
    orNone('tagIds', { value: UNTAGGED, label: t.views.untagged }, named(tags.all))
  const waiting = (): FilterField => {
    const minutes = filter.filter.unansweredMinutes
    const known =
      minutes === undefined || WAITS.some((each) => each === minutes) ? WAITS : [...WAITS, minutes]
    return {
      name: 'unansweredMinutes',
      label: t.views.fields.unansweredMinutes,
      options: known.map((each) => ({ value: String(each), label: t.views.waits(each) })),
      isList: false,
      chosen: minutes === undefined ? [] : [String(minutes)],
      choose: ([value]) => set({ unansweredMinutes: value === undefined ? undefined : Number(value) }),
    }
  }

  return {
    get fields() {
      const { fields } = t.views
      const { name } = workspace.view
      const isClosed = name === 'closed'
      const isSaved = name === null
      const statuses = optionsOf(t.inbox.status).filter(({ value }) => isSaved || value !== 'CLOSED')
      return [
        ...(isSaved || name === 'all' ? [list('status', fields.status, statuses)] : []),
        list('channelIds', fields.channelIds, named(channels.nodes)),
        list('departmentIds', fields.departmentIds, named(people.departments)),
        tag(),
        ...(isClosed
          ? []
          : [...(name === 'mine' ? [] : [operator()]), ...(isSaved ? [mine()] : []), waiting()]),
        ...(isClosed || isSaved ? [list('ratings', fields.ratings, optionsOf(t.archive.ratings))] : []),
        flag('visitorOnSite', fields.visitorOnSite),
        flag('hasFailedDeliveries', fields.hasFailedDeliveries),
      ]
    },
  }
}

function named(entries: readonly { id: string; name: string }[]): Option[] {
  return entries.map(({ id, name }) => ({ value: id, label: name }))
}

function optionsOf(texts: Record<string, string>): Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}
