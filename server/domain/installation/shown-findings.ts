import type { Db } from '../../database/client.ts'
import type { NamedFinding } from './examine-installation.ts'
import { servesOneAccount } from './serves-one-account.ts'

/** A finding as an admin of an account sees it: what was found is null when it is not for them. */
export interface ShownFinding extends Pick<NamedFinding, 'check' | 'state'> {
  found: string | null
  advice: string | null
}

/**
 * The findings as admins see them. With several accounts, they learn what works and what does not, but neither where it
 * runs nor how much others do: that is for those who run the installation.
 */
export async function showFindings(db: Db, findings: readonly NamedFinding[]): Promise<ShownFinding[]> {
  const showsAll = await servesOneAccount(db)
  return findings.map(({ check, state, found, advice }) => {
    const isShown = showsAll || (check === 'mail' && state === 'ok')
    return { check, state, found: isShown ? found : null, advice: (isShown && advice) || null }
  })
}
