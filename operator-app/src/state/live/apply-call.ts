import { callPath } from '../../browser/route.ts'
import { router } from '../../browser/router.svelte.ts'
import type { Call } from '../../graphql/calls.ts'
import { t } from '../../messages/index.ts'
import { callName } from '../names.ts'
import { callToast, showInfo } from '../toasts.ts'
import type { EventStores } from './event-stores.ts'
import { isStale } from './is-stale.ts'

/** Takes in what happened to a call, and tells of one that is offered or was taken. */
export function applyCall(stores: EventStores, incoming: Call, occurredAt: string): void {
  const { calls } = stores
  const before = calls.get(incoming.id)
  calls.apply(incoming)
  const call = calls.get(incoming.id) ?? incoming
  if (!call.offered) stores.notifier.withdraw(call.id)
  if (isStale(occurredAt)) return
  if (call.offered && !before?.offered) announceCall(stores, call)
  if (before?.offered && !call.offered) announceTaken(stores, call)
}

/** Others who see the channel see it in the list. */
function announceCall(stores: EventStores, call: Call): void {
  if (!stores.isAsked(call.channel.id)) return
  const title = t.notifications.call(callName(call))
  stores.notifier.say(title)
  void stores.notifier.notify({
    about: 'OFFER',
    kind: 'call',
    title,
    body: call.phone,
    tag: call.id,
    key: call.id,
    icon: call.visitor?.photoUrl ?? null,
    onOpen: () => router.navigate(callPath(call.id)),
  })
}

/** Its card has disappeared: operators who saw it learn who has the call. */
function announceTaken({ notifier, viewer }: EventStores, { id, operator, ...call }: Call): void {
  if (!operator || operator.id === viewer.operator.id) return
  const text = t.calls.takenBy(operator.name, callName(call))
  notifier.say(text)
  showInfo(text, { id: callToast(id) })
}
