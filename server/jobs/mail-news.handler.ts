import { mailUnseenNews } from '../domain/notifications/mail/mail-unseen-news.ts'
import { handleJob } from './handle-job.ts'
import { mailNews } from './mail-news.ts'

export const mailNewsHandler = handleJob(mailNews, async ({ services }) => {
  await mailUnseenNews(services)
  return undefined
})
