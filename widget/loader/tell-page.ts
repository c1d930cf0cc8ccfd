import type { BaseState } from '../core.ts'
import { callPage } from './call-page.ts'

/** Tells the page what others did, whether an event or a reading of everything brought it. */
export function tellPage(state: BaseState, before: BaseState): void {
  if (state.chat?.status === 'ACTIVE' && before.chat?.status !== 'ACTIVE') callPage('svc_onAccept')
  if (state.unreadCount > before.unreadCount) callPage('svc_onMessageReceived')
}
