import { recentEmojis } from '../../state/conversation/recent-emojis.svelte.ts'
import type { Suggestion } from './suggestions.svelte.ts'

/** The emojis that fit what was typed after `:`. */
export async function suggestEmojis(typed: string): Promise<Suggestion[]> {
  const { findEmojis } = await import('../../state/conversation/emoji.ts')
  return findEmojis(typed).map(({ char, label, names }) => ({
    id: names[0] ?? label.replaceAll(/[^a-z\d]+/gi, '-'),
    mark: char,
    title: label,
    detail: names[0] ? `:${names[0]}` : '',
    text: `${char} `,
    onTaken: () => recentEmojis.add(char),
  }))
}
