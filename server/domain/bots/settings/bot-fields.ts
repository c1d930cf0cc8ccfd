import { z } from 'zod'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Env } from '../../../process/env.ts'
import { encryptSecret, hashSecret } from '../../../secrets.ts'
import { nameField } from '../../parse-input.ts'

/** Longest token of a bot. */
export const TOKEN_LENGTH = 1024

/** What an admin enters to connect a bot (contract, part 5). */
export const botFields = {
  name: nameField,
  token: z
    .string()
    .trim()
    .min(1, 'Enter the token.')
    .max(TOKEN_LENGTH, `A token can have at most ${TOKEN_LENGTH.toLocaleString('en')} characters.`)
    .regex(/^[\x21-\x7e]*$/, 'A token can contain only ASCII characters, without spaces.')
    // It is a segment of addresses, and these two would not be.
    .refine((token) => token !== '.' && token !== '..', 'A token must not be . or ..'),
}

/**
 * A token as it is stored: hashed, to compare incoming ones, and encrypted, for the address that events are
 * posted to.
 */
export function keepToken({ secretKey }: Env, token: string): Pick<Bot, 'tokenHash' | 'tokenEncrypted'> {
  return { tokenHash: hashSecret(token), tokenEncrypted: encryptSecret(token, secretKey) }
}
