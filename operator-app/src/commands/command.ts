import type { Keys, Shortcut } from '../browser/shortcut-keys.ts'
import { t } from '../messages/index.ts'

export type CommandGroup = 'list' | 'selected' | 'chat' | 'go' | 'app'

/** Something that can be done by key, from the palette, or both. */
export interface Command extends Shortcut {
  id: string
  title: string
  group: CommandGroup
  /** Whether it runs again while its key is held down. */
  repeats: boolean
  isAvailable: () => boolean
  /** What waits where it leads to; the palette says it. */
  count?: () => number
  run: () => void
}

/** Makes a command with its text. What only moves can be repeated by holding its key, and what changes a chat is grave. */
export function command(
  id: keyof typeof t.commands,
  group: CommandGroup,
  keys: Keys[],
  isAvailable: () => boolean,
  run: () => void,
): Command {
  const isMove = group === 'list' || group === 'go'
  return {
    id,
    title: t.commands[id],
    group,
    keys,
    isGrave: group === 'chat' || group === 'selected',
    isMove,
    repeats: isMove,
    isAvailable,
    run,
  }
}

export const always = () => true
