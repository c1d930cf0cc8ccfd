import { createPasswordReset } from '../domain/sessions/create-password-reset.ts'
import { handleJob } from './handle-job.ts'
import { sendPasswordReset } from './send-password-reset.ts'

export const sendPasswordResetHandler = handleJob(sendPasswordReset, async ({ services }, { email }) => {
  await createPasswordReset(services, email)
  return undefined
})
