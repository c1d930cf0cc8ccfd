import type { Chat } from '../../graphql/fragments.ts'
import { limits } from '../../limits.ts'
import { type ViewFilter, type ViewOrder, viewOrders } from './view-filter.ts'

/** A filter and an order that somebody has chosen. */
export interface ChosenFilter {
  filter: ViewFilter
  /** Null for the order of the view. */
  order: ViewOrder | null
}

const STATUSES: readonly Chat['status'][] = ['BOT', 'QUEUED', 'ACTIVE', 'CLOSED']
const RATINGS = ['POSITIVE', 'NEGATIVE'] as const
/** In place of the ids of operators: nobody. */
const NOBODY = 'nobody'
/** In place of the ids of tags: no tag. */
const UNTAGGED = 'none'

/** What an address holds after its question mark; what is invalid is omitted. */
export function readFilterQuery(query: string): ChosenFilter {
  const given = new URLSearchParams(query)
  const list = (name: string) => given.get(name)?.split(',').filter(Boolean)
  const known = <Value extends string>(name: string, values: readonly Value[]) =>
    values.filter((value) => list(name)?.includes(value))
  const flag = (name: string) => ({ true: true, false: false })[given.get(name) ?? '']
  const operatorIds = given.get('operatorIds') === NOBODY ? [] : list('operatorIds')
  const minutes = Number(given.get('unansweredMinutes') ?? Number.NaN)
  const filter = {
    status: orNone(known('status', STATUSES)),
    channelIds: orNone(list('channelIds')),
    departmentIds: orNone(list('departmentIds')),
    operatorIds,
    mine: flag('mine'),
    tagIds: given.get('tagIds') === UNTAGGED ? [] : orNone(list('tagIds')),
    ratings: orNone(known('ratings', RATINGS)),
    unansweredMinutes:
      Number.isInteger(minutes) && minutes >= 0 && minutes <= limits.unansweredMinutes ? minutes : undefined,
    hasFailedDeliveries: flag('hasFailedDeliveries'),
    visitorOnSite: flag('visitorOnSite'),
    snoozed: flag('snoozed'),
  }
  const order = viewOrders.find((name) => name === given.get('order')) ?? null
  return { filter: withoutMissing(filter), order }
}

/** The same as an address holds it, with the question mark; nothing when nothing is chosen. */
export function formatFilterQuery({ filter, order }: ChosenFilter): string {
  const fields = Object.entries(withoutMissing(filter)).map(([name, value]): [string, string] => {
    if (Array.isArray(value) && value.length === 0) return [name, name === 'tagIds' ? UNTAGGED : NOBODY]
    return [name, Array.isArray(value) ? value.join(',') : String(value)]
  })
  const query = new URLSearchParams(order ? [...fields, ['order', order]] : fields).toString()
  return query && `?${query}`
}

function orNone<Value>(values: Value[] | undefined): Value[] | undefined {
  return values && values.length > 0 ? values : undefined
}

/** Without the fields that are undefined, which would make two equal filters differ. */
function withoutMissing(filter: { [Field in keyof ViewFilter]: ViewFilter[Field] | undefined }): ViewFilter {
  return Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== undefined)) as ViewFilter
}
