import { SvelteMap } from 'svelte/reactivity'
import { type ChatCrm, type CrmAnswer, crmQuery } from '../../graphql/crm.ts'
import { query } from '../../graphql/request.ts'

/**
 * What endpoints show beside the chats that were opened. Separate from the chats, because no list shows it: it is read
 * when a chat is opened, and events keep it current from then on.
 */
export class Crm {
  #answers = new SvelteMap<string, readonly CrmAnswer[]>()
  #failed = new SvelteMap<string, true>()
  /** How many events came for each chat, and how often it was read: an answer to an earlier request is older. */
  #told = new Map<string, number>()

  /** Undefined until it is known. */
  of(chatId: string): readonly CrmAnswer[] | undefined {
    return this.#answers.get(chatId)
  }

  /** It could not be read, and nothing is known from before. */
  hasFailed(chatId: string): boolean {
    return this.#failed.has(chatId) && !this.#answers.has(chatId)
  }

  apply({ id, crm }: ChatCrm): void {
    this.#tell(id)
    this.#answers.set(id, crm)
  }

  /** Makes a change. Events that come before its answer are newer. Throws what the change throws. */
  async follow<Answer extends { chat: ChatCrm | null }>(
    chatId: string,
    change: () => Promise<Answer>,
  ): Promise<Answer> {
    const told = this.#toldOf(chatId)
    const answer = await change()
    if (answer.chat && this.#toldOf(chatId) === told) this.#answers.set(chatId, answer.chat.crm)
    return answer
  }

  async load(chatId: string): Promise<void> {
    const told = this.#tell(chatId)
    this.#failed.delete(chatId)
    try {
      const { chat } = await query(crmQuery, { chatId })
      if (this.#toldOf(chatId) === told) this.#answers.set(chatId, chat?.crm ?? [])
    } catch {
      if (this.#toldOf(chatId) === told) this.#failed.set(chatId, true)
    }
  }

  /** Forgets everything but the open chat, which is read again: nobody knows what has changed. */
  reload(openChatId: string | null): void {
    for (const id of [...this.#answers.keys()]) if (id !== openChatId) this.#answers.delete(id)
    if (openChatId !== null && (this.#answers.has(openChatId) || this.#failed.has(openChatId)))
      void this.load(openChatId)
  }

  /** Reads what could not be read while the server was away. */
  retryFailed(): void {
    for (const id of [...this.#failed.keys()]) void this.load(id)
  }

  #tell(chatId: string): number {
    const told = this.#toldOf(chatId) + 1
    this.#told.set(chatId, told)
    return told
  }

  #toldOf(chatId: string): number {
    return this.#told.get(chatId) ?? 0
  }
}

export function createCrm(): Crm {
  return new Crm()
}
