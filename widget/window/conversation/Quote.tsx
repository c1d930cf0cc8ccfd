import type { VisitMessage } from '../../core.ts'
import type { Texts } from '../texts/en.ts'

interface QuoteProps {
  quote: NonNullable<VisitMessage['quote']>
  texts: Texts
}

/** What a message answers. Pressed, it shows that message, if it is loaded. */
export function Quote({ quote, texts }: QuoteProps) {
  const show = ({ currentTarget }: { currentTarget: HTMLElement }) =>
    (currentTarget.getRootNode() as ShadowRoot).getElementById(quote.id)?.scrollIntoView({ block: 'center' })
  return (
    <button type="button" class="quote" dir="auto" onClick={show}>
      {quote.text ?? texts.deleted}
    </button>
  )
}
