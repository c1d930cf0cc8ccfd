import { z } from 'zod'
import { TagColor } from '../../generated/prisma/enums.ts'
import { nameField } from '../parse-input.ts'

/** The longest name of a tag: it stands in the rows of lists. */
export const LONGEST_TAG_NAME = 50

const LONGEST_DESCRIPTION = 200

/** What somebody enters about a tag. */
export const tagFields = {
  name: nameField.max(LONGEST_TAG_NAME, `A tag can have at most ${LONGEST_TAG_NAME} characters.`),
  color: z.enum(TagColor),
  description: z
    .string()
    .trim()
    .max(LONGEST_DESCRIPTION, `A description can have at most ${LONGEST_DESCRIPTION} characters.`),
}

/** By which names are compared: those that differ only in case or in how they are encoded are the same. */
export function tagKey(name: string): string {
  return name.trim().normalize('NFKC').toLowerCase()
}
