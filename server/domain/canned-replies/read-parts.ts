import { AppError } from '../../errors.ts'

/** What can stand in for a value of the chat: the name in a text, and in GraphQL. */
export const variables = {
  'visitor.name': 'VISITOR_NAME',
  'visitor.email': 'VISITOR_EMAIL',
  'operator.name': 'OPERATOR_NAME',
  'chat.number': 'CHAT_NUMBER',
  'channel.name': 'CHANNEL_NAME',
} as const

type VariableName = keyof typeof variables
type Variable = (typeof variables)[VariableName]

/** A piece of a canned reply: a text as it is, or a variable. */
export interface Part {
  text: string | null
  variable: Variable | null
  /** What to write when the variable has no value; null when that leaves a gap. */
  fallback: string | null
}

const VARIABLE = /\{\{([^{}|]*)(?:\|([^{}]*))?\}\}/g

/** The parts of a text, in their order: texts, and variables such as `{{visitor.name}}` and `{{visitor.name|there}}`. */
export function readParts(text: string): Part[] {
  const parts: Part[] = []
  let end = 0
  for (const found of text.matchAll(VARIABLE)) {
    const [whole, name = '', fallback] = found
    const variable = variableOf(name)
    if (!variable) continue
    if (found.index > end) parts.push(textPart(text.slice(end, found.index)))
    parts.push({ text: null, variable, fallback: fallback?.trim() ?? null })
    end = found.index + whole.length
  }
  if (end < text.length) parts.push(textPart(text.slice(end)))
  return parts
}

/** Throws `invalid_request` for a variable that does not exist, and for braces that do not end. */
export function checkVariables(text: string, field: string): void {
  for (const [whole, name = ''] of text.matchAll(VARIABLE)) {
    if (variableOf(name)) continue
    const known = Object.keys(variables).map((each) => `{{${each}}}`)
    const message = `There is no variable ${whole}. Use ${known.slice(0, -1).join(', ')} or ${known.at(-1)}.`
    throw new AppError('invalid_request', message, { field })
  }
  if (text.replace(VARIABLE, '').includes('{{')) {
    const message = 'A variable is not complete. Write it like {{visitor.name}} or {{visitor.name|there}}.'
    throw new AppError('invalid_request', message, { field })
  }
}

function variableOf(name: string): Variable | undefined {
  const given = name.trim()
  return Object.hasOwn(variables, given) ? variables[given as VariableName] : undefined
}

function textPart(text: string): Part {
  return { text, variable: null, fallback: null }
}
