import type { SvcRule } from '../../../../../widget/svc-api.d.ts'

/**
 * The rules as they were edited, with what somebody else has changed since they were copied. Of a rule that both have
 * changed, the edited version is kept.
 */
export function mergeRules(
  copied: readonly SvcRule[],
  edited: readonly SvcRule[],
  stored: readonly SvcRule[],
): SvcRule[] {
  const [before, mine, theirs] = [copied, edited, stored].map(byId) as [Rules, Rules, Rules]
  // The server refuses duplicate or missing ids.
  if (mine.size < edited.length) return [...edited]
  // If the edits moved a rule, their order is used, else the stored one.
  const both = new Set(edited.map(({ id }) => id).filter((id) => before.has(id)))
  const isMoved = [...both].join() !== [...before.keys()].filter((id) => both.has(id)).join()
  const ids = isMoved ? [...mine.keys(), ...theirs.keys()] : [...theirs.keys(), ...mine.keys()]
  return [...new Set(ids)].flatMap((id) => {
    const own = mine.get(id)
    const isOwn = print(own) !== print(before.get(id))
    return (isOwn ? own : theirs.get(id)) ?? []
  })
}

type Rules = Map<string, SvcRule>

function byId(rules: readonly SvcRule[]): Rules {
  return new Map(rules.map((rule) => [rule.id, rule]))
}

function print(rule: SvcRule | undefined): string | undefined {
  return rule && JSON.stringify(rule)
}
