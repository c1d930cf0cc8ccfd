import { onTestFinished, vi } from 'vitest'
import type { Viewer } from '../../operator-app/src/graphql/session.ts'
import type { Workspace } from '../../operator-app/src/state/workspace.svelte.ts'

/** Somebody who is signed in, as the server says it, with what a test is about. */
export function makeViewer(change: Partial<Viewer> = {}): Viewer {
  return {
    email: 'me@example.com',
    eventCursor: 'now',
    operator: { id: 'me', name: 'Me' } as Viewer['operator'],
    account: { fileMaxBytes: 1 } as Viewer['account'],
    notificationSettings: {} as Viewer['notificationSettings'],
    chatPermissions: [],
    leftChats: [],
    unseenMentions: [],
    pendingChatInvitations: [],
    ...change,
  }
}

/** What a signed-in user's screen knows, without a screen: of the browser there is only what the stores look at. */
export async function openWorkspace(): Promise<Workspace> {
  const page = { pathname: '/inbox/waiting', search: '', origin: 'http://localhost' }
  vi.stubGlobal('location', page)
  vi.stubGlobal('history', { state: null, pushState: () => {}, replaceState: () => {} })
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('addEventListener', () => {})
  onTestFinished(() => {
    vi.unstubAllGlobals()
  })
  // Only now is there a page, whose address is read as it is loaded.
  const { Workspace } = await import('../../operator-app/src/state/workspace.svelte.ts')
  const workspace = new Workspace(makeViewer())
  onTestFinished(() => workspace.stop())
  return workspace
}
