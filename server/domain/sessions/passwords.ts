import { hash, verify } from '@node-rs/argon2'
import { inHashingSlot } from './hashing-slot.ts'

/** OWASP's first choice for argon2id; 19 MiB and some 20 ms per attempt. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** No password has this hash: with it, an unknown e-mail address takes the same work as a wrong password. */
const NOBODY = `$argon2id$v=19$m=${COST.memoryCost},t=${COST.timeCost},p=${COST.parallelism}$${'A'.repeat(22)}$${'A'.repeat(43)}`

/** argon2id, in its PHC text form. */
export function hashPassword(password: string): Promise<string> {
  return inHashingSlot(() => hash(password, COST))
}

/** Takes equally long without a hash to compare with. The caller must hold a slot: see `try-password.ts`. */
export function verifyPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  return verify(passwordHash ?? NOBODY, password)
}
