import { tick } from 'svelte'
import { inboxPath } from '../browser/route.ts'
import { router } from '../browser/router.svelte.ts'
import {
  acceptChatInvitationMutation,
  acceptChatMutation,
  declineChatInvitationMutation,
  handBackToBotMutation,
  inviteToChatMutation,
  joinChatMutation,
  leaveChatMutation,
  snoozeChatMutation,
  takeOverChatMutation,
  transferChatMutation,
  unsnoozeChatMutation,
} from '../graphql/chat-mutations.ts'
import type { Chat, Offer } from '../graphql/fragments.ts'
import { retryDeliveryMutation } from '../graphql/messages.ts'
import { mutate } from '../graphql/request.ts'
import { t } from '../messages/index.ts'
import type { TagOfChat } from '../state/settings/tags.svelte.ts'
import { showDone, showInfo, showProblem } from '../state/toasts.ts'
import type { Workspace } from '../state/workspace.svelte.ts'
import { type ChatPayload, changeChat } from './change-chat.ts'
import { putTags } from './tag-chats.ts'
import { uiRequests } from './ui-requests.ts'

/** On a small screen the list comes back instead. */
const TWO_PANES = '(min-width: 761px)'

/** Takes a waiting chat; what is written meanwhile is sent once it is taken. */
export function acceptChat(workspace: Workspace, chatId: string): Promise<void> {
  return enterChat(workspace, chatId, () =>
    mutate(acceptChatMutation, { input: { chatId } }).then((data) => data.acceptChat),
  )
}

/** Joins a chat beside the colleagues who are in it. */
export function joinChat(workspace: Workspace, chatId: string): Promise<void> {
  return enterChat(workspace, chatId, () =>
    mutate(joinChatMutation, { input: { chatId } }).then((data) => data.joinChat),
  )
}

/** Takes a chat from the colleagues who are in it as far as this screen knows. */
export function takeOverChat(workspace: Workspace, chatId: string): Promise<void> {
  const operatorIds = workspace.chats.get(chatId)?.operators.map(({ id }) => id)
  return enterChat(workspace, chatId, () =>
    mutate(takeOverChatMutation, { input: { chatId, operatorIds } }).then((data) => data.takeOverChat),
  )
}

/**
 * Makes a chat this operator's. Its composer is there at once and has the cursor: nobody waits for the network to
 * write. When somebody else was first, says who; that is news, not an error.
 */
async function enterChat(
  workspace: Workspace,
  chatId: string,
  run: () => Promise<ChatPayload>,
): Promise<void> {
  if (workspace.outbox.isHeld(chatId)) return
  const entering = workspace.outbox.holdFor(chatId, changeChat(workspace, run))
  await tick()
  if (workspace.openChatId === chatId) uiRequests.send('focus-composer')
  if (!(await entering)) await workspace.chats.load(chatId).catch(() => {})
}

/** Closes a chat with a tag, or without one because none fits. */
export async function closeTagged(
  workspace: Workspace,
  chatId: string,
  tag: TagOfChat | null,
): Promise<void> {
  // Both are sent in this order, and a tag that is refused leaves the chat open, which the server then says.
  if (tag) void putTags(workspace, [chatId], { add: [tag] })
  await closeChat(workspace, chatId, { withoutTag: tag === null })
}

/** Closes a chat, which can be undone for a few seconds, and moves on to the next one in the list. */
export async function closeChat(
  workspace: Workspace,
  chatId: string,
  { withoutTag = false } = {},
): Promise<boolean> {
  const chat = workspace.chats.get(chatId)
  if (!chat) return false
  const next = neighbourOf(workspace.list.ids, chatId)
  workspace.closings.begin(chat, { withoutTag })
  if (workspace.openChatId !== chatId) return true
  router.navigate(workspace.pathTo(next), { replace: true })
  await tick()
  focusBeside(workspace, next)
  return true
}

/** Takes a chat out of the views until a time or until the visitor writes, and moves on to the next one in the list. */
export async function snoozeChat(workspace: Workspace, chatId: string, until: Date | null): Promise<void> {
  const next = neighbourOf(workspace.list.ids, chatId)
  const { page } = router
  const input = { chatId, until: until?.toISOString() ?? null }
  const done = await changeChat(workspace, () =>
    mutate(snoozeChatMutation, { input }).then((data) => data.snoozeChat),
  )
  if (!done) return
  showDone(t.snooze.done)
  // Whoever has gone somewhere else meanwhile stays there.
  if (router.page !== page || workspace.view.name === 'snoozed') return
  router.navigate(workspace.pathTo(next), { replace: true })
  await tick()
  focusBeside(workspace, next)
}

/** Brings a snoozed chat back. */
export async function unsnoozeChat(workspace: Workspace, chatId: string): Promise<void> {
  const done = await changeChat(workspace, () =>
    mutate(unsnoozeChatMutation, { input: { chatId } }).then((data) => data.unsnoozeChat),
  )
  if (done) showDone(t.snooze.ended)
}

/** Leaves a chat to the other operators in it. Whether it was done; the reason for a refusal is shown. */
export async function leaveChat(workspace: Workspace, chatId: string): Promise<boolean> {
  const done = await changeChat(workspace, () =>
    mutate(leaveChatMutation, { input: { chatId } }).then((data) => data.leaveChat),
  )
  if (done) showDone(t.actions.left)
  return done
}

/** Whether a chat can go (back) to the bot of its channel. */
export function canHandBack(workspace: Workspace, chat: Chat): boolean {
  if (!chat.channel.bot?.enabled) return false
  return workspace.may(chat, 'HAND_BACK')
}

/** Gives the chat to the bot of its channel. Whether it was done; the reason for a refusal is shown. */
export async function handBackToBot(workspace: Workspace, chatId: string): Promise<boolean> {
  const done = await changeChat(workspace, () =>
    mutate(handBackToBotMutation, { input: { chatId } }).then((data) => data.handBackToBot),
  )
  if (done) showDone(t.actions.handedBack)
  return done
}

export interface TransferTarget {
  kind: 'operator' | 'department'
  id: string
  name: string
}

/** Transfers the chat, with a note for whoever gets it. Whether it was done; the reason for a refusal is shown. */
export async function transferChat(
  workspace: Workspace,
  chatId: string,
  target: TransferTarget,
  note: string | null,
): Promise<boolean> {
  const to = target.kind === 'operator' ? { operatorId: target.id } : { departmentId: target.id }
  const done = await changeChat(workspace, () =>
    mutate(transferChatMutation, { input: { chatId, ...to, note } }).then((data) => data.transferChat),
  )
  const say = target.kind === 'operator' ? t.actions.transferred : t.actions.transferredDepartment
  if (done) showDone(say(target.name))
  return done
}

/** Offers the chat to another operator as well. Whether it was done; the reason for a refusal is shown. */
export async function inviteToChat(
  workspace: Workspace,
  chatId: string,
  target: TransferTarget,
  note: string | null,
): Promise<boolean> {
  const input = { chatId, operatorId: target.id, note }
  const done = await changeChat(workspace, () =>
    mutate(inviteToChatMutation, { input }).then((data) => data.inviteToChat),
  )
  if (done) showDone(t.actions.invited(target.name))
  return done
}

/** Accepts an offered chat and shows it, or declines it. The offer disappears, also when it is refused. */
export async function answerOffer(workspace: Workspace, offer: Offer, accept: boolean): Promise<void> {
  try {
    const input = { id: offer.id }
    const { path } = router
    const { userErrors } = accept
      ? (await mutate(acceptChatInvitationMutation, { input })).acceptChatInvitation
      : (await mutate(declineChatInvitationMutation, { input })).declineChatInvitation
    workspace.offers.remove(offer.id)
    const [refusal] = userErrors
    if (refusal) showInfo(refusal.message)
    else if (accept) await workspace.chats.load(offer.chat.id)
    if (!accept) focusBeside(workspace, offer.chat.id)
    // Whoever has gone somewhere else meanwhile stays there.
    if (!accept || refusal) return
    if (router.path !== path && workspace.openChatId !== offer.chat.id) return
    router.navigate(inboxPath('mine', offer.chat.id))
    await tick()
    uiRequests.send('focus-composer')
  } catch (error) {
    showProblem(error)
  }
}

/** The button that was pressed is gone: the focus goes to the conversation, or else to the list of chats. */
function focusBeside(workspace: Workspace, chatId: string | null): void {
  if (chatId !== null && workspace.openChatId === chatId) document.getElementById('content')?.focus()
  else uiRequests.send('focus-list')
}

/** Sends a failed reply to the client once more. */
export async function retryDelivery(deliveryId: string): Promise<void> {
  try {
    const { retryDelivery: result } = await mutate(retryDeliveryMutation, { input: { id: deliveryId } })
    const [refusal] = result.userErrors
    if (refusal) showInfo(refusal.message)
  } catch (error) {
    showProblem(error)
  }
}

/** The chat to go on with when one goes away: the one below it, else the one above. */
function neighbourOf(ids: readonly string[], id: string): string | null {
  const index = ids.indexOf(id)
  if (index < 0 || !matchMedia(TWO_PANES).matches) return null
  return ids[index + 1] ?? ids[index - 1] ?? null
}
