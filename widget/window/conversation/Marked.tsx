import { type MarkedPart, readMarks } from '../../read-marks.ts'
import { linkText } from './link-text.ts'

interface MarkedProps {
  text: string
  /** The same with a bot's marks, if there are any. */
  markdown: string | null
  newTab: string
}

type Part = Pick<MarkedPart, 'text' | 'href'> & Partial<MarkedPart>

/** Text whose addresses are links; a bot's may be bold and italic, too. It is made of text and elements, never of markup. */
export function Marked({ text, markdown, newTab }: MarkedProps) {
  const parts: Part[] = markdown === null ? linkText(text) : readMarks(markdown, linkText)
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
