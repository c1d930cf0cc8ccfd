/**
 * What makes a finished item pending again, with the same id and a new count of attempts. The log keeps the old ones.
 */
export function resetFields() {
  return {
    state: 'PENDING',
    attempts: 0,
    startedAt: null,
    claimedUntil: null,
    finishedAt: null,
    nextAttemptAt: new Date(),
    errorCode: null,
    errorMessage: null,
  } as const
}
