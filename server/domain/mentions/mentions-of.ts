import { type Viewer, within } from '../viewer.ts'

/** Where the viewer is mentioned, in chats that they can still see. */
export function mentionsOf(viewer: Viewer): { userId: string; chat: ReturnType<typeof within> } {
  return { userId: viewer.userId, chat: within(viewer) }
}
