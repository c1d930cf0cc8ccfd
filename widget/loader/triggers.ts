import type { CoreState } from '../core.ts'
import type { SvcRule, SvcRules } from '../svc-api.d.ts'
import { type Facts, holds } from './holds.ts'
import { isOpen } from './is-open.ts'
import type { Storage } from './storage.ts'
import { toJson } from './to-json.ts'

export interface Triggers {
  /** Replaces the rules. */
  setRules(rules: SvcRules): void
  /** Looks at every rule. Called each second, and when the page changed its address with `isNewPage`. */
  look(isNewPage?: boolean): void
}

interface TriggersOptions {
  state(): CoreState
  signal: AbortSignal
  /** Of the visitor, over all visits. */
  lasting: Storage
  /** Of this visit. */
  passing: Storage
  isReturning: boolean
  /** Does what the rule says. */
  meet(rule: SvcRule): void
}

/** Does what the rules say when their conditions hold: each at most once for a visitor, unless it says otherwise. */
export function createTriggers(options: TriggersOptions): Triggers {
  const { signal, lasting, passing, state } = options
  const siteSince = Number(passing.get('since') ?? Date.now())
  const referrer = passing.get('referrer') ?? document.referrer
  let rules: SvcRule[] = []
  let pageSince = 0
  let scrolled = 0
  let isLeaving = false
  let metOnPage = new Set<string>()
  passing.set('since', `${siteSince}`)
  passing.set('referrer', referrer)

  window.addEventListener('scroll', measure, { signal, passive: true })
  document.addEventListener(
    'mouseout',
    ({ clientY, relatedTarget }) => {
      if (relatedTarget || clientY > 0) return
      isLeaving = true
      look()
    },
    { signal },
  )

  function measure(): void {
    const { scrollHeight } = document.documentElement
    scrolled = Math.max(scrolled, ((window.scrollY + window.innerHeight) / scrollHeight) * 100)
  }

  function look(isNewPage = false): void {
    if (isNewPage) {
      pageSince = Date.now()
      scrolled = 0
      isLeaving = false
      metOnPage = new Set()
      passing.set('pages', `${Number(passing.get('pages')) + 1}`)
      return
    }
    if (rules.length === 0) return
    measure()
    const { view, chat, online } = state()
    const isBusy = view !== null || isOpen(chat)
    const facts: Facts = {
      secondsOnPage: (Date.now() - pageSince) / 1000,
      secondsOnSite: (Date.now() - siteSince) / 1000,
      pagesSeen: Number(passing.get('pages')),
      url: location.href,
      title: document.title,
      referrer,
      isReturning: options.isReturning,
      isOnline: online,
      scrolled,
      isLeaving,
      now: new Date(),
    }
    for (const rule of rules) {
      if (rule.enabled === false || isMet(rule)) continue
      // Somebody who is in a chat need not be asked to one.
      if (isBusy && rule.actions.some(({ type }) => type !== 'call_function')) continue
      if (!rule.conditions.every((condition) => holds(condition, facts))) continue
      remember(rule)
      options.meet(rule)
    }
  }

  const kept = ({ repeat }: SvcRule) => (repeat === 'once_per_visit' ? passing : lasting)
  const idsIn = (storage: Storage): string[] => JSON.parse(storage.get('met') ?? '[]')

  function isMet(rule: SvcRule): boolean {
    return metOnPage.has(rule.id) || (rule.repeat !== 'always' && idsIn(kept(rule)).includes(rule.id))
  }

  function remember(rule: SvcRule): void {
    metOnPage.add(rule.id)
    if (rule.repeat !== 'always') kept(rule).set('met', toJson([...idsIn(kept(rule)), rule.id]))
  }

  look(true)
  return {
    setRules(next) {
      rules = next.rules
    },
    look,
  }
}
