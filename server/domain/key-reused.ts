import { AppError } from '../errors.ts'

/** The refusal of an idempotency key that was used for something else. */
export function keyReused(): AppError {
  const message = 'This key was used before with a different input. Generate a new random UUID.'
  return new AppError('idempotency_key_reused', message, { field: 'input.idempotencyKey' })
}
