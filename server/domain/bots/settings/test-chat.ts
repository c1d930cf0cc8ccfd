/** The `chat_id` and `client_id` of a test; conversations and visitors are numbered from 1. */
export const TEST_CHAT_ID = '0'
