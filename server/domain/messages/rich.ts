import { z } from 'zod'

/**
 * The content of a message beyond plain text (contract, part 2.6), stored in full for the channels that can show it.
 */
const richSchema = z.object({
  /** MARKDOWN: link, bold, italic. */
  content: z.string().optional(),
  /** BUTTONS: the title above them. */
  title: z.string().optional(),
  buttons: z.array(z.object({ id: z.string(), text: z.string() })).optional(),
  /** For a visitor's text: the button that they pressed. */
  buttonId: z.string().optional(),
})

export type Rich = z.infer<typeof richSchema>
