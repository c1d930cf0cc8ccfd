import { readStored, writeStored } from '../../browser/storage.ts'

const KEY = 'emojis'
const MOST = 24

/** The emojis that were used last in this browser, the last one first. */
class RecentEmojis {
  #chars = $state.raw<readonly string[]>(readStored<string[]>(KEY, []))

  get chars(): readonly string[] {
    return this.#chars
  }

  add(char: string): void {
    // Another tab may have added some.
    const others = readStored<string[]>(KEY, []).filter((other) => other !== char)
    this.#chars = [char, ...others].slice(0, MOST)
    writeStored(KEY, this.#chars)
  }
}

export const recentEmojis = new RecentEmojis()
