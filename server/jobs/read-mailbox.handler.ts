import { readMailbox as readConfigured } from '../domain/mail/receiving/read-mailbox.ts'
import { handleJob } from './handle-job.ts'
import { readMailbox } from './read-mailbox.ts'

export const readMailboxHandler = handleJob(readMailbox, async ({ services, stopping }) => {
  await readConfigured(services, stopping)
  return undefined
})
