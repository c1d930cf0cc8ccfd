import { mailUnseenReplies } from '../domain/mail/replies/mail-unseen-replies.ts'
import { handleJob } from './handle-job.ts'
import { mailReplies } from './mail-replies.ts'

export const mailRepliesHandler = handleJob(mailReplies, async ({ services }) => {
  await mailUnseenReplies(services)
  return undefined
})
