import type { Tx } from '../../database/client.ts'

/** What is numbered 1, 2, 3 … in each account, by the column with the last number used. */
type Counter = 'lastVisitorNumber' | 'lastChatNumber' | 'lastDepartmentNumber'

/** The account's next number. Others that need one wait for the end of the transaction, so take it as late as possible. */
export async function nextNumber(tx: Tx, accountId: string, counter: Counter): Promise<number> {
  const account = await tx.account.update({ where: { id: accountId }, data: { [counter]: { increment: 1 } } })
  return account[counter]
}
