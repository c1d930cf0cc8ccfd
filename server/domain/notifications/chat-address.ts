/** The id of a chat as the address bar of the operator app has it. */
export function chatAddress(chatId: string): string {
  return Buffer.from(`Chat:${chatId}`).toString('base64')
}
