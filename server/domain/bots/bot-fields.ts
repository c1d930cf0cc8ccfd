import { z } from 'zod'
import type { Env } from '../../env.ts'
import type { Bot } from '../../generated/prisma/client.ts'
import { encryptSecret, hashSecret } from '../../secrets.ts'
import { nameField } from '../parse-input.ts'

/** What an admin types in when a bot is connected (contract, part 5). */
export const botFields = {
  name: nameField,
  token: z
    .string()
    .trim()
    .min(8, 'A token needs at least 8 characters.')
    .max(200, 'A token has at most 200 characters.')
    .regex(/^[\x21-\x7e]+$/, 'A token has no spaces and only ASCII characters.'),
  channelIds: z.array(z.uuid()),
}

/** A token as it is kept: to compare what comes in, and encrypted for the address that events go to. */
export function keepToken({ secretKey }: Env, token: string): Pick<Bot, 'tokenHash' | 'tokenEncrypted'> {
  return { tokenHash: hashSecret(token), tokenEncrypted: encryptSecret(token, secretKey) }
}
