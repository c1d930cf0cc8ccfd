import { channelsQuery } from '../graphql/channels.ts'
import { t } from '../messages/index.ts'
import type { ViewFilter } from '../state/inbox/view-filter.ts'
import { useQuery } from '../state/settings/use-query.ts'
import { getWorkspace } from '../state/workspace.svelte.ts'

const MOST = 100
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
  /** What is chosen, as the values of options; several only in a view that was saved with them. */
  chosen: readonly string[]
  choose: (value: string) => void
}

/** The fields of the filter, for as long as the component that calls it. */
export function useFilterFields(): { readonly fields: FilterField[] } {
  const workspace = getWorkspace()
  const { filter, people, tags } = workspace
  tags.require()
  const channels = useQuery(channelsQuery, { first: MOST })
  const set = (change: Parameters<typeof filter.set>[0]) => filter.set(change)

  const list = (
    name: 'status' | 'channelIds' | 'departmentIds' | 'operatorIds' | 'ratings',
    label: string,
    options: readonly Option[],
  ): FilterField => ({
    name,
    label,
    options,
    chosen: filter.filter[name] ?? [],
    choose: (value) => set({ [name]: value === '' ? undefined : [value] }),
  })
  const flag = (name: 'mine' | 'hasFailedDeliveries' | 'visitorOnSite', label: string): FilterField => ({
    name,
    label,
    options: [
      { value: 'true', label: t.views.yes },
      { value: 'false', label: t.views.no },
    ],
    chosen: filter.filter[name] === undefined ? [] : [String(filter.filter[name])],
    choose: (value) => set({ [name]: value === '' ? undefined : value === 'true' }),
  })
  const operator = (): FilterField => {
    const known = [...people.active].sort((a, b) => a.name.localeCompare(b.name))
    const { operatorIds } = filter.filter
    return {
      name: 'operatorIds',
      label: t.views.fields.operatorIds,
      options: [
        { value: NOBODY, label: t.views.nobody },
        ...known.map(({ id, name }) => ({ value: id, label: name })),
      ],
      chosen: operatorIds?.length === 0 ? [NOBODY] : (operatorIds ?? []),
      choose: (value) => set({ operatorIds: value === '' ? undefined : value === NOBODY ? [] : [value] }),
    }
  }
  const mine = (): FilterField => flag('mine', t.views.fields.mine)
  const tag = (): FilterField => {
    const { tagIds } = filter.filter
    return {
      name: 'tagIds',
      label: t.views.fields.tagIds,
      options: [{ value: UNTAGGED, label: t.views.untagged }, ...named(tags.all)],
      chosen: tagIds?.length === 0 ? [UNTAGGED] : (tagIds ?? []),
      choose: (value) => set({ tagIds: value === '' ? undefined : value === UNTAGGED ? [] : [value] }),
    }
  }
  const waiting = (): FilterField => {
    const minutes = filter.filter.unansweredMinutes
    const known =
      minutes === undefined || WAITS.some((each) => each === minutes) ? WAITS : [...WAITS, minutes]
    return {
      name: 'unansweredMinutes',
      label: t.views.fields.unansweredMinutes,
      options: known.map((each) => ({ value: String(each), label: t.views.waits(each) })),
      chosen: minutes === undefined ? [] : [String(minutes)],
      choose: (value) => set({ unansweredMinutes: value === '' ? undefined : Number(value) }),
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
        list('channelIds', fields.channelIds, named(channels.data?.channels.edges.map(({ node }) => node))),
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

function named(entries: readonly { id: string; name: string }[] = []): Option[] {
  return entries.map(({ id, name }) => ({ value: id, label: name }))
}

function optionsOf(texts: Record<string, string>): Option[] {
  return Object.entries(texts).map(([value, label]) => ({ value, label }))
}
