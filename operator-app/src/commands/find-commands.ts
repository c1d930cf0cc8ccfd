import type { Command } from './command.ts'

/** The commands in whose title every typed word begins a word, in their order; all of them while nothing is typed. */
export function findCommands(commands: readonly Command[], text: string): Command[] {
  const typed = wordsOf(text)
  return commands.filter(({ title }) => {
    const words = wordsOf(title)
    return typed.every((start) => words.some((word) => word.startsWith(start)))
  })
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
}
