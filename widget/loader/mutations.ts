import type { graphql } from '../graphql.ts'

/** The mutations of which only the refusals matter: their documents are made of their names. */
export const mutations = [
  'viewPage',
  'setContactInfo',
  'setCustomData',
  'setVisitorAttributes',
  'sendOfflineMessage',
  'requestCallback',
  'dismissVisitInvitation',
  'countTrigger',
  'markMessagesSeen',
  'rateVisit',
  'requestChatLog',
] as const

export type Mutation = (typeof mutations)[number]

/** The input of such a mutation. */
export type InputOf<Name extends Mutation> = NonNullable<
  ReturnType<typeof graphql.scalar<`${Capitalize<Name>}Input`>>
>

/** The text of a mutation of which only the errors are read. */
export function mutationOf(name: Mutation): string {
  const type = name[0]?.toUpperCase() + name.slice(1)
  return `mutation($input:${type}Input!){${name}(input:$input){userErrors{code message field}}}`
}
