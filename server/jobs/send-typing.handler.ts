import { sendTypingNotification } from '../domain/deliveries/send-typing-notification.ts'
import { handleJob } from './handle-job.ts'
import { sendTyping } from './send-typing.ts'

export const sendTypingHandler = handleJob(sendTyping, async ({ services }, notification) => {
  await sendTypingNotification(services, notification)
  return undefined
})
