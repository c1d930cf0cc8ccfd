import type { Chat } from '../../graphql/fragments.ts'
import { query } from '../../graphql/request.ts'
import { visitorLanguageQuery } from '../../graphql/visitor-details.ts'
import { channelTraits } from '../channel-traits.ts'

/** The language of the visitor's browser (BCP 47), read once; undefined until it is known, and on channels without one. */
export function readVisitorLanguage({ channel, visitor }: Chat): { readonly tag: string | undefined } {
  let tag = $state<string>()
  if (channelTraits[channel.kind].isOnWebsite)
    query(visitorLanguageQuery, { id: visitor.id }).then(
      ({ visitor }) => {
        tag = visitor?.details?.language ?? undefined
      },
      // Only the spelling depends on it.
      () => {},
    )
  return {
    get tag() {
      return tag
    },
  }
}
