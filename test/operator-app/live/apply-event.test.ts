import { expect, test, vi } from 'vitest'
import type { LiveEvent } from '../../../operator-app/src/graphql/events.ts'
import type { NotificationSettings } from '../../../operator-app/src/graphql/notification-settings.ts'
import { madeView } from '../../../operator-app/src/state/inbox/inbox-view.ts'
import { holdRequests } from '../hold-requests.ts'
import { openWorkspace } from '../open-workspace.ts'
import { makeCall, makeChat, makeMessage } from '../samples.ts'

/** A screen, and how it is told of an event. */
async function follow() {
  const workspace = await openWorkspace()
  const { applyEvent } = await import('../../../operator-app/src/state/live/apply-event.ts')
  const tell = (event: Partial<LiveEvent>) =>
    applyEvent(workspace, {
      id: '1',
      cursor: 'later',
      occurredAt: new Date().toISOString(),
      ...event,
    } as LiveEvent)
  return { workspace, tell }
}

test('the chats of a deleted department leave the lists of that department', async () => {
  const { workspace, tell } = await follow()
  const { chats } = workspace
  const department = { id: 'sales', name: 'Sales' }
  const view = madeView('of sales', { departmentIds: [department.id] }, 'LATEST_ACTIVITY')
  const [theirs, other] = [makeChat({ department }), makeChat()]
  const answers = holdRequests('Chats')
  const list = chats.list(view)
  const load = list.load()
  await expect.poll(() => answers.length).toBe(1)
  const pageInfo = { hasNextPage: false, endCursor: null }
  answers[0]?.({ chats: { edges: [{ node: theirs }], pageInfo } })
  await load
  chats.apply(other)
  expect(list.ids).toEqual([theirs.id])
  tell({ __typename: 'DepartmentDeleted', departmentId: department.id })
  expect(list.ids).toEqual([])
  expect(chats.get(theirs.id)?.department).toBe(null)
})

test('nobody types in a chat that they have left, or that is over', async () => {
  const { workspace, tell } = await follow()
  const { chats, typing } = workspace
  const [anna, max] = [
    { id: 'anna', name: 'Anna' },
    { id: 'max', name: 'Max' },
  ]
  const chat = makeChat({ status: 'ACTIVE', operators: [anna, max] })
  chats.apply(chat)
  for (const { id } of [anna, max]) typing.apply(chat.id, id, true)
  typing.apply(chat.id, null, true)
  tell({ __typename: 'OperatorLeft', chat: { ...chat, revision: 2, operators: [max] } })
  expect([typing.operators(chat.id), typing.isVisitorTyping(chat.id)]).toEqual([['max'], true])
  tell({ __typename: 'ChatClosed', chat: { ...chat, revision: 3, status: 'CLOSED', operators: [] } })
  expect([typing.operators(chat.id), typing.isVisitorTyping(chat.id)]).toEqual([[], false])
})

/** The titles of the notifications of the desktop that are shown, to somebody who wants those of this kind. */
function showOnDesktop({ workspace }: Awaited<ReturnType<typeof follow>>, kind: string): Set<string> {
  const shown = new Set<string>()
  class DesktopNotification {
    static permission = 'granted'
    readonly #title: string
    constructor(title: string) {
      this.#title = title
      shown.add(title)
    }
    close() {
      shown.delete(this.#title)
    }
  }
  vi.stubGlobal('Notification', DesktopNotification)
  vi.stubGlobal('navigator', {})
  Object.assign(document, { hasFocus: () => false })
  const choices = [{ kind, ways: ['DESKTOP'] }]
  workspace.applyNotificationSettings({ choices, quietHours: null } as unknown as NotificationSettings)
  return shown
}

test('whoever wrote what could not be delivered hears of it, also when they have left the chat', async () => {
  const screen = await follow()
  const shown = showOnDesktop(screen, 'FAILED_DELIVERY')
  const { id, name } = screen.workspace.viewer.operator
  const chat = makeChat({ status: 'ACTIVE', operators: [{ id: 'max', name: 'Max' }] })
  screen.workspace.chats.apply(chat)
  const delivery = { id: 'd', state: 'FAILED', errorCode: 'blocked' }
  const message = {
    ...makeMessage({ author: 'OPERATOR', operator: { id, name, photoUrl: null } }),
    chat: { id: chat.id },
    delivery,
  }
  screen.tell({
    __typename: 'DeliveryFailed',
    chat: { ...chat, revision: 2, failedDeliveries: 1 },
    delivery: { message },
  } as Partial<LiveEvent>)
  await expect.poll(() => shown.size).toBe(1)
})

test('the notification of a call goes when somebody has taken the call', async () => {
  const screen = await follow()
  const { tell } = screen
  const shown = showOnDesktop(screen, 'OFFER')
  const call = makeCall({ endedAt: null, offered: true, state: 'START' })
  tell({ __typename: 'CallStarted', call })
  await expect.poll(() => shown.size).toBe(1)
  const operator = { id: 'anna', name: 'Anna' }
  tell({ __typename: 'CallOperatorConnected', call: { ...call, revision: 2, offered: false, operator } })
  expect([...shown]).toEqual([])
})
