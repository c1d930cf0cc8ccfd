import { z } from 'zod'
import { nameField } from '../parse-input.ts'

/** What an admin enters to create or change a channel of any kind. */
export const channelFields = {
  name: nameField,
  botCounts: z.boolean(),
}
