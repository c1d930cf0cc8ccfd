/** The id of a call as the address bar of the operator app has it. */
export function callAddress(callId: string): string {
  return Buffer.from(`Call:${callId}`).toString('base64')
}
