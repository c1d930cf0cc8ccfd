import { z } from 'zod'

/**
 * The fields of a multimedia message (contract, part 2.5), as they are stored and sent. Which of them are set depends
 * on the message type.
 */
export const mediaSchema = z.object({
  file: z.string().optional(),
  thumb: z.string().optional(),
  emoji: z.string().optional(),
  file_size: z.number().optional(),
  file_name: z.string().optional(),
  duration: z.number().optional(),
  width: z.number().optional(),
  height: z.number().optional(),
  performer: z.string().optional(),
  title: z.string().optional(),
  latitude: z.number().optional(),
  longitude: z.number().optional(),
})

export type Media = z.infer<typeof mediaSchema>
