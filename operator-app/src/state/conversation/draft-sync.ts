import { StoredEntries } from '../../browser/stored-entries.ts'
import { type Draft, draftsQuery, saveDraftMutation } from '../../graphql/drafts.ts'
import { mutate, query } from '../../graphql/request.ts'
import { limits } from '../../limits.ts'
import type { Drafts } from './drafts.svelte.ts'

type DraftKind = Draft['kind']

/** How long nobody must have typed before a draft is saved. */
const PAUSE_MS = 2_000

/** What this browser knows of a draft on the server. */
interface Mark {
  /** When the text was changed here and not saved since, by the clock of this browser. */
  editedAt?: number
  /** The saved draft that the text is, or was made from. */
  savedAt?: string
}

interface DraftSyncOptions {
  userId: string
  stores: Record<DraftKind, Drafts>
  /** Whether somebody is writing in the field of this draft now. */
  isWriting: (chatId: string, kind: DraftKind) => boolean
}

/**
 * Saves the drafts of chats on the server, for the other devices of their operator. It is separate from the drafts because
 * nobody waits for it: the text in this browser is the one that counts here, also without a connection. What was written last
 * is kept, by the server's clock.
 */
export class DraftSync {
  #options: DraftSyncOptions
  #stored: StoredEntries<Mark>
  #marks: Map<string, Mark>
  /** Those that wait until nobody types. */
  #timers = new Map<string, ReturnType<typeof setTimeout>>()
  #saving = new Set<string>()
  /** Other drafts are not of chats. */
  #opened = new Set<string>()
  #stop = new AbortController()

  constructor(options: DraftSyncOptions) {
    this.#options = options
    this.#stored = new StoredEntries(`draft-marks.${options.userId}`)
    this.#marks = this.#stored.read()
    this.#stored.follow(this.#stop.signal, (key, mark) => {
      if (mark) this.#marks.set(key, mark)
      else this.#marks.delete(key)
    })
    const { signal } = this.#stop
    const whenHidden = () => document.hidden && this.saveAll({ outlivesPage: true })
    document.addEventListener('visibilitychange', whenHidden, { signal })
    for (const kind of ['REPLY', 'NOTE'] as const)
      options.stores[kind].onSet = (chatId) => {
        if (this.#opened.has(chatId)) this.#edited(keyOf(kind, chatId))
      }
  }

  /**
   * A chat is opened: another device may have written in it since. `isAgain` when it was open all the time, and its text may
   * be in somebody's hands. Never throws.
   */
  async open(chatId: string, { isAgain = false } = {}): Promise<void> {
    this.#opened.add(chatId)
    const keys = (['REPLY', 'NOTE'] as const).map((kind) => keyOf(kind, chatId))
    // What was begun before drafts were saved, or in another place than the chat.
    for (const key of keys) if (!this.#marks.has(key) && this.#textOf(key) !== '') this.#edited(key)
    const before = new Map(keys.map((key) => [key, this.#marks.get(key)]))
    try {
      const { chat } = await query(draftsQuery, { chatId })
      for (const key of keys) {
        const mark = this.#marks.get(key)
        // An answer that was overtaken by what is written here is ignored.
        if (mark?.editedAt !== undefined || mark !== before.get(key)) continue
        const saved = chat?.viewerDrafts?.find(({ kind }) => kind === partsOf(key).kind) ?? null
        if (saved?.savedAt !== mark?.savedAt) this.#takeOver(key, saved, { isInHands: isAgain })
      }
    } catch {
      // The text of this browser is there, and the next time that the chat is opened asks again.
    }
  }

  /** Saves what was written in a chat, because its operator leaves it. */
  leave(chatId: string): void {
    for (const kind of ['REPLY', 'NOTE'] as const) void this.#save(keyOf(kind, chatId))
  }

  /** Saves everything that is not saved: the connection is back, or the page may end. */
  saveAll({ outlivesPage = false } = {}): void {
    for (const [key, mark] of [...this.#marks])
      if (mark.editedAt !== undefined) void this.#save(key, { outlivesPage })
  }

  stop(): void {
    this.#stop.abort()
    for (const timer of this.#timers.values()) clearTimeout(timer)
    this.#timers.clear()
  }

  #edited(key: string): void {
    const mark = this.#marks.get(key)
    clearTimeout(this.#timers.get(key))
    // It was sent before it was ever saved.
    if (this.#textOf(key) === '' && mark?.savedAt === undefined && !this.#saving.has(key)) {
      this.#timers.delete(key)
      this.#keep(key, undefined)
      return
    }
    this.#keep(key, { ...mark, editedAt: Date.now() })
    this.#timers.set(
      key,
      setTimeout(() => void this.#save(key), PAUSE_MS),
    )
  }

  async #save(key: string, { outlivesPage = false } = {}): Promise<void> {
    clearTimeout(this.#timers.get(key))
    this.#timers.delete(key)
    const { editedAt } = this.#marks.get(key) ?? {}
    const text = this.#textOf(key)
    if (editedAt === undefined || this.#saving.has(key) || [...text].length > limits.draft) return
    this.#saving.add(key)
    try {
      const age = Math.min(Math.max(Date.now() - editedAt, 0), limits.draftAgeMs)
      const input = { ...partsOf(key), text, ageMs: Math.round(age) }
      const { saveDraft } = await mutate(saveDraftMutation, { input }, { outlivesPage })
      const { draft, userErrors } = saveDraft
      const isSame = this.#marks.get(key)?.editedAt === editedAt
      if (!isSame) this.#keep(key, { ...this.#marks.get(key), ...(draft && { savedAt: draft.savedAt }) })
      // A chat that is gone, or that its operator may not see now, keeps its text here.
      else if (userErrors.length > 0) this.#keep(key, undefined)
      else this.#takeOver(key, draft, { isInHands: true })
    } catch {
      // Without a connection it is saved later.
    } finally {
      this.#saving.delete(key)
    }
    const isBehind = this.#marks.get(key)?.editedAt
    if (isBehind !== undefined && isBehind !== editedAt && !this.#timers.has(key)) void this.#save(key)
  }

  /** Shows what the server has, unless somebody is writing something else here: that is then the last. */
  #takeOver(key: string, saved: Draft | null, { isInHands }: { isInHands: boolean }): void {
    const { chatId, kind } = partsOf(key)
    const text = this.#textOf(key)
    const next = saved?.text ?? ''
    const isOther = isInHands && text !== next && text !== ''
    if (isOther && this.#options.isWriting(chatId, kind)) {
      this.#edited(key)
      return
    }
    this.#keep(key, saved ? { savedAt: saved.savedAt } : undefined)
    if (text !== next) this.#options.stores[kind].replace(chatId, next)
  }

  #textOf(key: string): string {
    const { chatId, kind } = partsOf(key)
    return this.#options.stores[kind].get(chatId)
  }

  #keep(key: string, mark: Mark | undefined): void {
    if (mark) this.#marks.set(key, mark)
    else this.#marks.delete(key)
    this.#stored.write(key, mark)
  }
}

function keyOf(kind: DraftKind, chatId: string): string {
  return `${kind}.${chatId}`
}

function partsOf(key: string): { kind: DraftKind; chatId: string } {
  const dot = key.indexOf('.')
  return { kind: key.slice(0, dot) as DraftKind, chatId: key.slice(dot + 1) }
}

export function createDraftSync(options: DraftSyncOptions): DraftSync {
  return new DraftSync(options)
}
