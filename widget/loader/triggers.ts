import type { Base } from '../core.ts'
import type { SvcRule, SvcRules } from '../svc-api.d.ts'
import { type Facts, holds } from './holds.ts'
import { isOpen } from './is-open.ts'
import type { Storage } from './storage.ts'

export interface Triggers {
  /** Replaces the rules. */
  setRules(rules: SvcRules): void
  /** Looks at every rule. Called each second, and when the page changed its address with `isNewPage`. */
  look(isNewPage?: boolean): void
}

/**
 * Does what the rules say when their conditions hold: each at most once for a visitor, unless it says otherwise. What
 * has been met is kept in the base's storage, or in that of this visit.
 */
export function createTriggers(
  base: Base,
  passing: Storage,
  isReturning: boolean,
  signal: AbortSignal,
  meet: (rule: SvcRule) => void,
): Triggers {
  const siteSince = Number(passing.get('since') ?? Date.now())
  const referrer = passing.get('referrer') ?? document.referrer
  let rules: SvcRule[] = []
  let pageSince = 0
  let scrolled = 0
  let isLeaving = false
  let metOnPage = new Set<string>()
  passing.set('since', `${siteSince}`)
  passing.set('referrer', referrer)

  document.addEventListener(
    'mouseout',
    ({ clientY, relatedTarget }) => {
      if (relatedTarget || clientY > 0) return
      isLeaving = true
      look()
    },
    { signal },
  )

  function look(isNewPage?: boolean): void {
    if (isNewPage) {
      pageSince = Date.now()
      scrolled = 0
      isLeaving = false
      metOnPage = new Set()
      passing.set('pages', `${Number(passing.get('pages')) + 1}`)
      return
    }
    if (!rules[0]) return
    const seen = ((scrollY + innerHeight) / document.documentElement.scrollHeight) * 100
    scrolled = Math.max(scrolled, seen)
    const { view, chat, online, invitation } = base.state
    const isBusy = view || isOpen(chat) || invitation?.id
    const facts: Facts = {
      time_on_page: (Date.now() - pageSince) / 1000,
      time_on_site: (Date.now() - siteSince) / 1000,
      pages_seen: Number(passing.get('pages')),
      page_url: location.href,
      page_title: document.title,
      referrer,
      returning_visitor: isReturning,
      operators_online: online,
      scroll_depth: scrolled,
      exit_intent: isLeaving,
      time_of_day: new Date(),
    }
    for (const rule of rules) {
      if (rule.enabled === false || isMet(rule)) continue
      // Somebody who is in a chat, or whom an operator has invited, need not be asked to one.
      if (isBusy && rule.actions.some(({ type }) => type !== 'call_function')) continue
      if (!rule.conditions.every((condition) => holds(condition, facts))) continue
      remember(rule)
      meet(rule)
    }
  }

  const kept = ({ repeat }: SvcRule) => (repeat === 'once_per_visit' ? passing : base.storage)
  const nameOf = ({ id }: SvcRule) => `met:${id}`

  function isMet(rule: SvcRule): boolean {
    return metOnPage.has(rule.id) || (rule.repeat !== 'always' && kept(rule).get(nameOf(rule)) !== null)
  }

  function remember(rule: SvcRule): void {
    metOnPage.add(rule.id)
    if (rule.repeat !== 'always') kept(rule).set(nameOf(rule), '1')
  }

  look(true)
  return {
    setRules(next) {
      rules = next.rules ?? []
    },
    look,
  }
}
