import type { Rich } from './rich.ts'

/** The text of a bot's message where only text is shown, whether or not the bot sent a plain text with it. */
export function textOfRich({ content, title, buttons = [] }: Rich): string {
  return content ?? title ?? buttons.map(({ text }) => text).join(' · ')
}
