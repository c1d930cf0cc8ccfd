/**
 * The values of a form after its record changed somewhere else: a field that was not edited follows the record, one that
 * was edited keeps what was typed. `before` is the record as the form knew it.
 */
export function followEdit<Values extends object>(values: Values, before: Values, now: Values): Values {
  const followed = { ...values }
  for (const key of Object.keys(now) as (keyof Values)[]) {
    if (isSame(values[key], before[key])) followed[key] = now[key]
  }
  return followed
}

/** Lists of ids are sets: the order in which they were ticked means nothing. */
function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b))
    return JSON.stringify(a.toSorted()) === JSON.stringify(b.toSorted())
  return a === b
}
