import { z } from 'zod'
import { nameField } from '../parse-input.ts'

const MAX_MEDIA_HOSTS = 50

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
  mediaHosts: z
    .array(mediaHostField)
    .max(MAX_MEDIA_HOSTS, `There can be at most ${MAX_MEDIA_HOSTS} hosts.`)
    .transform((hosts) => [...new Set(hosts)]),
}
