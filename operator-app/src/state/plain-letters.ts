/** A text in small letters without accents: Zoë is found by those who type `zoe`, too. */
export function plainLetters(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
}
