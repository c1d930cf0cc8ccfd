import { findSection, type SettingsSection, settingsSections } from './settings-sections.ts'

export const chatViews = ['waiting', 'mine', 'bot', 'all', 'snoozed', 'closed'] as const
export type ChatViewName = (typeof chatViews)[number]
const SAVED = 'saved '
/** A view of the inbox: one that every inbox has, or a saved one by its id. */
export type InboxViewKey = ChatViewName | `saved ${string}`
/** The views that stand above the list of chats; the others stand in a list beside it. */
export const segments = ['waiting', 'mine', 'all'] as const satisfies ChatViewName[]

export const archiveSections = ['chats', 'calls', 'offline-messages'] as const
export type ArchiveSection = (typeof archiveSections)[number]

export type Route =
  | { name: 'inbox'; view: InboxViewKey; chatId: string | null }
  | { name: 'archive'; section: ArchiveSection; id: string | null }
  | { name: 'mentions'; chatId: string | null }
  | { name: 'visitors-on-site' }
  | { name: 'team' }
  | { name: 'reports' }
  | { name: 'calls'; callId: string | null }
  | { name: 'settings'; section: SettingsSection | null; id: string | null }
  | { name: 'sign-in' }
  | { name: 'forgot-password' }
  | { name: 'join' | 'reset'; token: string }
  | { name: 'not-found' }

/** The pages that somebody needs no session for. */
export const openPages: readonly Route['name'][] = ['sign-in', 'forgot-password', 'join', 'reset']

/** The page that a path of the address bar leads to. */
export function parseRoute(path: string): Route {
  const [first, second, third, fourth, ...rest] = path.split('/').filter(Boolean).map(decode)
  if (rest.length > 0) return { name: 'not-found' }
  if (first === 'inbox' && second === 'views' && third !== undefined)
    return { name: 'inbox', view: savedViewKey(third), chatId: fourth ?? null }
  if (fourth !== undefined) return { name: 'not-found' }
  if (first === undefined) return { name: 'inbox', view: 'waiting', chatId: null }
  if (first === 'sign-in' && second === undefined) return { name: 'sign-in' }
  if (first === 'forgot-password' && second === undefined) return { name: 'forgot-password' }
  if ((first === 'join' || first === 'reset') && second !== undefined && third === undefined) {
    return { name: first, token: second }
  }
  if (first === 'mentions' && third === undefined) return { name: 'mentions', chatId: second ?? null }
  if (first === 'team' && second === undefined) return { name: 'team' }
  if (first === 'visitors' && second === undefined) return { name: 'visitors-on-site' }
  if (first === 'reports' && second === undefined) return { name: 'reports' }
  if (first === 'inbox' && second === 'calls') return { name: 'calls', callId: third ?? null }
  if (first === 'inbox') return parseInbox(second ?? 'waiting', third ?? null)
  if (first === 'archive') return parseArchive(second ?? null, third ?? null)
  // Where they were before the archive had them.
  if (first === 'offline-messages' && third === undefined)
    return { name: 'archive', section: first, id: second ?? null }
  if (first === 'settings') return parseSettings(second ?? null, third ?? null)
  return { name: 'not-found' }
}

/** A saved view among those of the inbox. */
export function savedViewKey(id: string): InboxViewKey {
  return `${SAVED}${id}`
}

/** Whether every inbox has the view. */
export function isBuiltIn(view: InboxViewKey): view is ChatViewName {
  return chatViews.some((name) => name === view)
}

/** The path of a view of the inbox, with a chat opened in it. */
export function inboxPath(view: InboxViewKey, chatId: string | null = null): string {
  const place = isBuiltIn(view) ? view : `views/${encodeURIComponent(view.slice(SAVED.length))}`
  return chatId === null ? `/inbox/${place}` : `/inbox/${place}/${encodeURIComponent(chatId)}`
}

/** The path of a section of the archive, with one of its entries opened. */
export function archivePath(section: ArchiveSection = 'chats', id: string | null = null): string {
  return ['/archive', section === 'chats' ? null : section, id && encodeURIComponent(id)]
    .filter(Boolean)
    .join('/')
}

/** The address of everything past with a visitor. */
export function archiveOfVisitor(number: number, section: ArchiveSection = 'chats'): string {
  return `${archivePath(section)}?${new URLSearchParams({ visitorNumber: String(number) })}`
}

/** What stands in an address after its path: the message that is to be shown in the open chat. */
const MESSAGE = 'message'

/** The address of a message, in the inbox or, of a closed chat, in the archive. */
export function messageAddress(chat: { id: string; isClosed: boolean }, messageId: string): string {
  const path = chat.isClosed ? archivePath('chats', chat.id) : inboxPath('all', chat.id)
  return `${path}?${new URLSearchParams({ [MESSAGE]: messageId })}`
}

/** Of the query of an address, only what asks for a message. */
export function onlyMessage(query: string): string {
  const id = messageInQuery(query)
  return id === null ? '' : `?${new URLSearchParams({ [MESSAGE]: id })}`
}

/** The message that the query of an address asks for, if any. */
export function messageInQuery(query: string): string | null {
  return new URLSearchParams(query).get(MESSAGE)
}

/** The same query without it. */
export function withoutMessage(query: string): string {
  const rest = new URLSearchParams(query)
  rest.delete(MESSAGE)
  return rest.size > 0 ? `?${rest}` : ''
}

/** The path of the visitors who are on the websites now. */
export function visitorsOnSitePath(): string {
  return '/visitors'
}

/** The path of the people whom a supervisor looks after. */
export function teamPath(): string {
  return '/team'
}

/** The path of the reports. */
export function reportsPath(): string {
  return '/reports'
}

/** The path of the notes that mention the viewer. */
export function mentionsPath(): string {
  return '/mentions'
}

/** The address of one of them: its chat beside the list, and the note in it. */
export function mentionAddress(chatId: string, messageId: string): string {
  return `/mentions/${encodeURIComponent(chatId)}?${new URLSearchParams({ [MESSAGE]: messageId })}`
}

/** The path of the calls in the inbox, with one of them opened. */
export function callPath(callId: string | null = null): string {
  return callId === null ? '/inbox/calls' : `/inbox/calls/${encodeURIComponent(callId)}`
}

/** Where everything that is kept of a visitor is downloaded. */
export function visitorExportPath(visitorId: string): string {
  return `/visitors/${encodeURIComponent(visitorId)}/export`
}

/** The path of a page of the settings. */
export function settingsPath(section: SettingsSection | null = null, id: string | null = null): string {
  return ['/settings', section, id && encodeURIComponent(id)].filter(Boolean).join('/')
}

function parseInbox(view: string, chatId: string | null): Route {
  const known = chatViews.find((name) => name === view)
  return known ? { name: 'inbox', view: known, chatId } : { name: 'not-found' }
}

/** Chats have no section of their own in the path: `/archive/<chat>`. */
function parseArchive(first: string | null, second: string | null): Route {
  const section = archiveSections.find((name) => name === first && name !== 'chats')
  if (section) return { name: 'archive', section, id: second }
  return second === null ? { name: 'archive', section: 'chats', id: first } : { name: 'not-found' }
}

function parseSettings(section: string | null, id: string | null): Route {
  if (section === null) return { name: 'settings', section: null, id: null }
  const known = findSection(section)
  if (!known || (id !== null && !settingsSections[known].hasEntries)) return { name: 'not-found' }
  return { name: 'settings', section: known, id }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}
