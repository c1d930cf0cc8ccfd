import type { UserError } from '../../../graphql/user-errors.ts'
import { tSettings } from '../../../messages/settings.ts'
import { findJsonLine } from './find-json-line.ts'
import type { RulesProblem } from './read-rules.ts'

/** Whether an error of the server is about the triggers, and not about the form around them. */
export function isAboutRules(error: UserError): boolean {
  return pathOf(error) !== null
}

/** An error of the server, at its place in the JSON that was sent; null when it is not about the triggers. */
export function toRulesProblem(error: UserError, json: string): RulesProblem | null {
  const path = pathOf(error)
  if (!path) return null
  const rule = path[0] === 'rules' && path[1] !== undefined ? Number(path[1]) : null
  return { line: findJsonLine(json, path), rule, path: path.slice(2), message: withPart(path, error.message) }
}

/** Where in the JSON it is. */
function pathOf({ field }: UserError): string[] | null {
  const start = field?.indexOf('rules') ?? -1
  return start < 0 ? null : (field?.slice(start + 1) ?? null)
}

/** With the condition or action that it is about. */
function withPart([, , list, index]: string[], message: string): string {
  const place = Number(index) + 1
  if (Number.isNaN(place)) return message
  if (list === 'conditions') return `${tSettings.triggers.ofCondition(place)}: ${message}`
  return list === 'actions' ? `${tSettings.triggers.ofAction(place)}: ${message}` : message
}
