import type { ChatRating } from '../../generated/prisma/client.ts'

/** What a rating request offers. It needs no words, so it is the same in every language. */
export const RATING_CHOICES = '1 👍\n2 👎'

const ratings = new Map<string, ChatRating>([
  ...['1', '١', '۱', '👍', '1👍'].map((answer) => [answer, 'POSITIVE'] as const),
  ...['2', '٢', '۲', '👎', '2👎'].map((answer) => [answer, 'NEGATIVE'] as const),
])

/** Spaces, the dot or bracket behind a number, its frame as an emoji, and the colour of a hand. */
const DECORATION = /[\s.)]|\u{FE0F}|\u{20E3}|\p{Emoji_Modifier}/gu

/** Which rating a visitor has answered with; null when they say something else. */
export function readRating(text: string): ChatRating | null {
  return ratings.get(text.normalize('NFKC').replace(DECORATION, '')) ?? null
}
