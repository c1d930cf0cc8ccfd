import type { SvcRule } from '../../../../../widget/svc-api.d.ts'
import { tSettings } from '../../../messages/settings.ts'
import { findJsonLine, lineAt } from './find-json-line.ts'
import { findSyntaxError } from './find-syntax-error.ts'

/** An error in rules, and its place. */
export interface RulesProblem {
  /** The line in the JSON, counted from 1. */
  line: number
  /** Counted from 0; null when it is about none of them alone. */
  rule: number | null
  /** Where in that rule, as names and indexes; absent when it is about the whole. */
  path?: readonly string[]
  message: string
}

/** Reads the JSON of triggers as far as the form needs it. The server checks its values. */
export function readRules(text: string): { rules: SvcRule[] } | { problem: RulesProblem } {
  const texts = tSettings.triggers.json
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    const line = lineAt(text, findSyntaxError(text))
    return { problem: { line, rule: null, message: texts.syntax } }
  }
  const rules = isObject(value) ? value.rules : undefined
  if (!Array.isArray(rules)) return { problem: { line: 1, rule: null, message: texts.shape } }
  const problemAt = (rule: number, message: string) => ({
    problem: { line: findJsonLine(text, ['rules', String(rule)]), rule, message },
  })
  const wrong = rules.findIndex(
    (rule) => !isObject(rule) || !isList(rule.conditions) || !isList(rule.actions),
  )
  if (wrong >= 0) return problemAt(wrong, texts.rule)
  const ids: unknown[] = rules.map(({ id }) => id)
  const repeated = ids.findIndex((id, index) => typeof id !== 'string' || ids.indexOf(id) < index)
  return repeated < 0 ? { rules: rules as SvcRule[] } : problemAt(repeated, texts.id)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => isObject(part) && typeof part.type === 'string')
}
