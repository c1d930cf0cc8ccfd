/** What push notifications say. The service worker shows them, which has no other texts. */
export const enPush: Record<string, string> & { other: string } = {
  OFFER: 'A chat is offered to you',
  CALL: 'A call is offered to you',
  MESSAGE: 'A message in your chat',
  MENTION: 'A colleague mentioned you',
  FAILED_DELIVERY: 'A message was not delivered',
  TARGET_NEAR: 'The time for a chat is nearly over',
  TARGET_MISSED: 'A chat was not answered or closed in time',
  WAITING_CHAT: 'A visitor is waiting',
  CHANNEL_MESSAGE: 'A message in a chat of your channels',
  TAKEN: 'Somebody has taken the chat',
  TEST: 'Push notifications work',
  other: 'Something new in Switchboard',
}
