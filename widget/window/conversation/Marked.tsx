import { type MarkedPart, readMarks } from '../../read-marks.ts'
import { linkText } from './link-text.ts'

interface MarkedProps {
  text: string
  /** A bot wrote it with marks. */
  isMarkdown: boolean
  newTab: string
}

type Part = Pick<MarkedPart, 'text' | 'href'> & Partial<MarkedPart>

/** Text whose addresses are links; a bot's may be bold and italic, too. It is made of text and elements, never of markup. */
export function Marked({ text, isMarkdown, newTab }: MarkedProps) {
  const parts: Part[] = isMarkdown ? readMarks(text, linkText) : linkText(text)
  return parts.map(({ text, href, bold, italic }, index) => {
    const look = `${bold ? 'bold ' : ''}${italic ? 'italic' : ''}`
    if (!href) return look ? <span key={index} class={look} children={text} /> : text
    return (
      <a key={index} class={look} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
        <span class="spoken"> ({newTab})</span>
      </a>
    )
  })
}
