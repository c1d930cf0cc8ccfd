import { z } from 'zod'
import { ChatRouting } from '../../generated/prisma/enums.ts'
import { nameField } from '../parse-input.ts'

const MAX_MEDIA_HOSTS = 50
/** In seconds: long enough to read it, and short enough for the visitor. */
export const OFFER_SECONDS = { least: 10, most: 600 }

/** A host as browsers name it in addresses, with its port unless it is the usual one. */
const mediaHostField = z
  .string()
  .trim()
  .max(300, 'A host can have at most 300 characters.')
  .transform((text, context) => {
    const address = `https://${text}`
    const url = /^[^/?#@\s\\]+$/.test(text) && URL.canParse(address) ? new URL(address) : null
    if (url) return url.host
    context.addIssue({ code: 'custom', message: 'Enter a host name, for example files.example.com.' })
    return z.NEVER
  })

/** What an admin enters to create or change a channel of any kind. */
export const channelFields = {
  name: nameField,
  botCounts: z.boolean(),
  botOutsideHours: z.boolean(),
  requiresTag: z.boolean(),
  routing: z.enum(ChatRouting),
  offerSeconds: z
    .number()
    .int()
    .refine(
      (seconds) => seconds >= OFFER_SECONDS.least && seconds <= OFFER_SECONDS.most,
      `Choose ${OFFER_SECONDS.least} to ${OFFER_SECONDS.most} seconds.`,
    ),
  mediaHosts: z
    .array(mediaHostField)
    .max(MAX_MEDIA_HOSTS, `There can be at most ${MAX_MEDIA_HOSTS} hosts.`)
    .transform((hosts) => [...new Set(hosts)]),
}
