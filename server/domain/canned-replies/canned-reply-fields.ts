import { z } from 'zod'
import { nameField } from '../parse-input.ts'

/** The most shared ones that an account can have, and the most that an operator can have of their own. */
export const MOST_REPLIES = { shared: 1000, own: 200 }
/** The longest text, in UTF-16 units. */
export const LONGEST_REPLY = 1000
export const LONGEST_SHORTCUT = 32
/** The most files of one. */
export const MOST_REPLY_FILES = 5

const SHORTCUT = /^[\p{L}\p{M}\p{N}][\p{L}\p{M}\p{N}_.-]*$/u

/** What is typed after `/`: letters, digits, `-`, `_` and `.`, in lower case. */
const shortcutField = z
  .string()
  .trim()
  .transform((shortcut) => shortcut.replace(/^\//, '').normalize('NFC').toLowerCase())
  .pipe(
    z
      .string()
      .min(1, 'Enter a shortcut.')
      .max(LONGEST_SHORTCUT, `A shortcut can have at most ${LONGEST_SHORTCUT} characters.`)
      .regex(SHORTCUT, 'A shortcut consists of letters, digits, hyphens, underscores and full stops.'),
  )

const textField = z
  .string()
  .trim()
  .min(1, 'Enter a text.')
  .max(LONGEST_REPLY, `A canned reply can have at most ${LONGEST_REPLY} characters.`)

/** What a canned reply consists of, apart from whom it is for and its files. */
export const cannedReplyFields = { title: nameField, shortcut: shortcutField, text: textField }
