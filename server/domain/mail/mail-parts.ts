import { escapeHtml } from '../../text/escape-html.ts'
import { DARK_STYLE, STYLE } from './mail-style.ts'

/** A piece of a mail, from which both of its bodies are made. */
export type MailPart =
  | { kind: 'title' | 'text' | 'small'; text: string }
  | { kind: 'link'; label: string; url: string }
  /** A link that few will use, after what it is about. */
  | { kind: 'smallLink'; text: string; label: string; url: string }
  /** A figure of a report, with a link to it, and the figure of the previous period. */
  | { kind: 'figure'; label: string; value: string; before: string; url: string }
  /** What somebody said or what happened, and when; an address only if it leads to a file of theirs, or to where it is. */
  | { kind: 'entry'; who: string; when: string; text: string; url?: string | undefined }

interface Bodies {
  text: string
  html: string
}

/** Languages that are written from the right. */
const RIGHT_TO_LEFT = new Set(['ar'])

interface Rendering {
  subject: string
  /** BCP 47; English by default. */
  locale?: string | undefined
}

/** The plain and the HTML body with the same content. Everything is escaped, and nothing is loaded from elsewhere. */
export function renderMail(parts: MailPart[], { subject, locale = 'en' }: Rendering): Bodies {
  const { language } = new Intl.Locale(locale)
  const direction = RIGHT_TO_LEFT.has(language) ? 'rtl' : 'ltr'
  return {
    text: `${parts.map(plain).join('\n\n')}\n`,
    html: `<!doctype html>
<html lang="${language}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark">
<style>${DARK_STYLE}</style></head><body class="paper" style="${STYLE.body}"><div class="paper" style="${STYLE.paper}">
${parts.map(html).join('\n')}
</div></body></html>
`,
  }
}

function plain(part: MailPart): string {
  switch (part.kind) {
    case 'link':
      return `${part.label}:\n${part.url}`
    case 'smallLink':
      return `${part.text}\n${part.label}: ${part.url}`
    case 'figure':
      return `${part.label}: ${part.value} (the week before: ${part.before})\n${part.url}`
    case 'entry':
      return `${part.who}, ${part.when}\n${[part.text, part.url].filter(Boolean).join('\n')}`
    default:
      return part.text
  }
}

function html(part: MailPart): string {
  switch (part.kind) {
    case 'title':
      return `<h1 style="${STYLE.title}">${escapeHtml(part.text)}</h1>`
    case 'text':
      return `<p style="${STYLE.text}">${escapeHtml(part.text)}</p>`
    case 'small':
      return `<p class="muted" style="${STYLE.small}">${escapeHtml(part.text)}</p>`
    case 'link':
      return `<p style="${STYLE.text}"><a href="${escapeHtml(part.url)}" class="button" style="${STYLE.button}">${escapeHtml(part.label)}</a></p>`
    case 'smallLink':
      return `<p class="muted" style="${STYLE.small}">${escapeHtml(part.text)} ${link(part.url, part.label)}</p>`
    case 'figure':
      return `<p style="${STYLE.figure}">${link(part.url, part.label)}<br><span style="${STYLE.value}">${escapeHtml(part.value)}</span><br><span class="muted" style="${STYLE.who}">The week before: ${escapeHtml(part.before)}</span></p>`
    case 'entry':
      return `<p class="muted" style="${STYLE.who}"><b>${escapeHtml(part.who)}</b>, ${escapeHtml(part.when)}</p><p style="${STYLE.text}">${escapeHtml(part.text)}${part.url ? ` ${link(part.url)}` : ''}</p>`
  }
}

function link(url: string, label = url): string {
  return `<a href="${escapeHtml(url)}" class="link" style="${STYLE.link}">${escapeHtml(label)}</a>`
}
