import { plainLetters } from '../state/plain-letters.ts'

/** Somebody who can be mentioned. */
export interface Mentionable {
  id: string
  name: string
}

/** A part of a text: as it is, or `@` and somebody's name. */
export interface MentionPart {
  text: string
  mentioned: Mentionable | null
}

/**
 * What is being typed after an `@`, at this place of a text, with the spaces of a longer name; null when it is not the
 * beginning of a mention.
 */
export function mentionBefore(text: string, caret: number): string | null {
  const [, query] = /(?:^|\s)@((?:[^\s@]{1,40} ){0,5}[^\s@]{0,40})$/u.exec(text.slice(0, caret)) ?? []
  return query ?? null
}

/** Those whose name goes on like this from one of its words; nobody once a name is whole and a space follows it. */
export function matchMentionable<Person extends Mentionable>(
  people: readonly Person[],
  query: string,
): Person[] {
  const wanted = plainLetters(query)
  if (people.some(({ name }) => `${name.toLowerCase()} ` === query.toLowerCase())) return []
  return people.filter(({ name }) => ` ${plainLetters(name)}`.includes(` ${wanted}`))
}

/** Splits a text at the names that follow an `@`. The longest name wins: “Max Weber” is not “Max”. */
export function splitMentions(text: string, people: readonly Mentionable[]): MentionPart[] {
  const longestFirst = people.toSorted((one, other) => other.name.length - one.name.length)
  const parts: MentionPart[] = []
  let plain = ''
  for (let at = 0; at < text.length; ) {
    const mentioned = text[at] === '@' ? personAt(text, at, longestFirst) : undefined
    if (mentioned) {
      if (plain) parts.push({ text: plain, mentioned: null })
      plain = ''
      const end = at + 1 + mentioned.name.length
      parts.push({ text: text.slice(at, end), mentioned })
      at = end
    } else {
      plain += text[at]
      at += 1
    }
  }
  if (plain) parts.push({ text: plain, mentioned: null })
  return parts
}

/**
 * The ids of those whom a text mentions, each once. Of several with one name it is those who were picked, as often as the
 * name occurs and the last ones first, or else all of them: nobody can tell who was meant.
 */
export function mentionedIn(
  text: string,
  people: readonly Mentionable[],
  picked: readonly string[] = [],
): string[] {
  const names = splitMentions(text, people).flatMap(({ mentioned }) => mentioned?.name.toLowerCase() ?? [])
  const ids = [...new Set(names)].flatMap((name) => {
    const called = people.filter((person) => person.name.toLowerCase() === name).map(({ id }) => id)
    const chosen = [...new Set(picked.toReversed())].filter((id) => called.includes(id))
    const times = names.filter((each) => each === name).length
    return chosen.length > 0 ? chosen.slice(0, times) : called
  })
  return [...new Set(ids)]
}

/** The ids of those whom a text mentions by a name that they do not have any more: it does not show who they are. */
export function mentionedByEarlierName(text: string, mentioned: readonly Mentionable[]): string[] {
  const found = mentionedIn(text, mentioned)
  return mentioned.map(({ id }) => id).filter((id) => !found.includes(id))
}

function personAt(text: string, at: number, people: readonly Mentionable[]): Mentionable | undefined {
  const before = text[at - 1]
  if (before !== undefined && /[\p{L}\p{N}]/u.test(before)) return undefined
  return people.find(({ name }) => {
    const end = at + 1 + name.length
    const isNamed = text.slice(at + 1, end).toLowerCase() === name.toLowerCase()
    const after = text[end]
    return isNamed && !(after !== undefined && /[\p{L}\p{N}]/u.test(after))
  })
}
