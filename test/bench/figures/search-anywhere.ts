import { print } from 'graphql'
import { searchQuery } from '../../../operator-app/src/graphql/search.ts'
import type { Ask, Execute } from '../ask.ts'
import { emailOf, FIRST_NAMES, orderOf, phoneOf, TOPICS, uniqueNameOf } from '../seed-inbox.ts'

const AIM = { atMost: 50 }
const pick = (words: string[], n: number) => words[n % words.length] ?? ''

/** What the operator app's search from anywhere asks for, among all chats, visitors and messages. */
export function searchesAnywhere(execute: Execute<unknown>): [string, Ask, typeof AIM][] {
  const by = (textOf: (n: number) => string): Ask => {
    const document = print(searchQuery)
    return (n) => execute(document, { text: textOf(n) })
  }
  const asks: [string, Ask][] = [
    ['a word of one chat', by(orderOf)],
    ['a word of every fortieth chat', by((n) => pick(TOPICS, n))],
    ['words of every chat', by(() => 'blue stock')],
    ['a name of every 24th visitor', by((n) => pick(FIRST_NAMES, n))],
    ['a rare name', by(uniqueNameOf)],
    ['an e-mail address', by(emailOf)],
    ['a part of a phone number', by((n) => phoneOf(n).slice(3))],
    ['a number', by((n) => `#${n}`)],
    ['two letters', by((n) => pick(['an', 'be', 'me', 'xq'], n))],
    ['what nobody said', by((n) => `nobody ${n}`)],
  ]
  return asks.map(([name, ask]) => [`search from anywhere, ${name}`, ask, AIM])
}
