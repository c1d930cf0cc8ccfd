import { z } from 'zod'
import { nameField } from '../parse-input.ts'

/** What an admin types in when a channel of any kind is made or changed. */
export const channelFields = {
  name: nameField,
  botCounts: z.boolean(),
}
