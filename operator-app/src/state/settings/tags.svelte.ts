import type { Chat } from '../../graphql/fragments.ts'
import { type Tag, tagsQuery } from '../../graphql/tags.ts'
import { AllPages } from './all-pages.svelte.ts'
import type { Reader } from './changes.ts'
import type { Configuration } from './configuration.ts'

/** A tag as a chat knows it. */
export type TagOfChat = Chat['tags'][number]

/**
 * The account's tags. They are read when somebody first chooses from them, or when one is changed, so that they cost
 * nothing to those who use none: chats bring the names of their own.
 */
export class Tags implements Reader {
  readonly fields = ['tags'] as const
  readonly #pages

  constructor(configuration: Configuration) {
    this.#pages = new AllPages(configuration, { document: tagsQuery, connectionOf: ({ tags }) => tags })
    configuration.follow(this)
  }

  /** By name. */
  get all(): Tag[] {
    return this.#pages.nodes
  }

  /** Those that can be put on a chat: first those suggested for one of these channels, then the others, by name. */
  choices(channelIds: readonly string[]): Tag[] {
    const isSuggested = ({ channels }: Tag) => channels.some(({ id }) => channelIds.includes(id))
    return this.all
      .filter((tag) => !tag.archived)
      .sort((a, b) => Number(isSuggested(b)) - Number(isSuggested(a)) || a.name.localeCompare(b.name))
  }

  /** A tag of a chat as it is called now. */
  now(tag: TagOfChat): TagOfChat {
    return this.#pages.get(tag.id) ?? tag
  }

  get mayCreate(): boolean {
    return this.#pages.first?.viewer?.mayCreateTags ?? false
  }

  get isKnown(): boolean {
    return this.#pages.isKnown
  }

  get failed(): boolean {
    return this.#pages.failed
  }

  get isReading(): boolean {
    return this.#pages.isReading
  }

  /** Reads them if that was not done yet. */
  require(): void {
    if (!this.isKnown && !this.isReading) void this.#pages.load()
  }

  /** Reads them again, if anybody has asked for them. */
  load(): void {
    if (this.isKnown || this.isReading) void this.#pages.load()
  }

  stop(): void {
    this.#pages.stop()
  }
}

export function createTags(configuration: Configuration): Tags {
  return new Tags(configuration)
}
